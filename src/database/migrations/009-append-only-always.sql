-- Also in a session that plays a replica (session_replication_role), where plain triggers are passed by.
alter table log.events enable always trigger append_only;

/** What one may read at `/metrics`. The only table of it: the program, docs/metrics.md and the dashboard are made from it. */
export interface Metric {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly string[];
  /**
   * The most sets of labels that one process tells apart. What comes after that is counted together, with `other` for each
   * label: whoever calls us could otherwise make any number of series.
   */
  readonly most: number;
  /** The row of the dashboard that shows it. */
  readonly row: Row;
  /** When it is worth a look, or an alarm: what the number means to an operator. */
  readonly look: string;
  /** The query of its panel, if it is not the usual one of its kind. */
  readonly query?: string;
}

export const ROWS = [
  'Requests',
  'Orders and commands',
  'Calls and texts',
  'The log and its readers',
  'Stores',
] as const;
export type Row = (typeof ROWS)[number];

/** Names begin with it, also those of Node's own metrics. */
export const PREFIX = 'tillstream_';

/** Upper bounds of a bucket, in seconds. */
export const SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 1, 5];

const alone = { labels: [], most: 1 } as const;

export const METRICS = {
  http_request_duration_seconds: {
    kind: 'histogram',
    help: 'Time from a request to the end of its answer; endless streams are left out',
    labels: ['group'],
    most: 10,
    row: 'Requests',
    look: 'Groups: `place_order`, `commands` (of the venue), `reports`, and all others by who may call: `partner`, `venue`, `auditor`, `platform`, `person`, `public`; `none` where there is no route.',
  },
  http_requests_total: {
    kind: 'counter',
    help: 'Answers by route and status; `aborted` if an answer did not leave whole',
    labels: ['method', 'route', 'status'],
    most: 200,
    row: 'Requests',
    look: 'Answers with 5xx are ours to mend. All commands of the venue are one route: `tillstream_commands_total` tells them apart.',
    query: 'sum by (status) (rate(tillstream_http_requests_total{job=~"$job"}[$__rate_interval]))',
  },
  too_many_requests_total: {
    kind: 'counter',
    help: 'Answers with 429 by reason',
    labels: ['reason'],
    most: 20,
    row: 'Requests',
    look: 'Whose limit: `key`, `brand`, `reports`, `token`, `send_code`, `door`, or the code of the error.',
  },
  unread_answer_bytes: {
    kind: 'gauge',
    help: 'Bytes of answers in memory that their clients have not taken yet',
    ...alone,
    row: 'Requests',
    look: 'At `UNREAD_IN_ALL` large answers are refused.',
  },
  readers_cut_total: {
    kind: 'counter',
    help: 'Clients that were cut off because they left their answers unread',
    labels: ['why'],
    most: 4,
    row: 'Requests',
    look: '`why` is `stalled` or `slow`.',
  },
  orders_total: {
    kind: 'counter',
    help: 'What became of orders and cheques at this process',
    labels: ['outcome'],
    most: 12,
    row: 'Orders and commands',
    look: '`placed`, `opened` (a cheque of the hall), `delivered`, `closed`, `returned`, `deleted`, and of requests to place one `refused` and `failed`.',
  },
  commands_total: {
    kind: 'counter',
    help: 'Commands of the venue and operations of partners by type and outcome',
    labels: ['type', 'outcome'],
    most: 160,
    row: 'Orders and commands',
    look: '`outcome` is `accepted`, `duplicate`, the code of the refusal, or `failed`: it could not be carried out now.',
    query: 'sum by (outcome) (rate(tillstream_commands_total{job=~"$job"}[$__rate_interval]))',
  },
  sessions: {
    kind: 'gauge',
    help: 'People who are signed in, by device',
    ...alone,
    row: 'Orders and commands',
    look: 'Kept until a day after the session has ended.',
  },
  calls_pending: {
    kind: 'gauge',
    help: 'Calls that wait for their next attempt; 20 000 means that many or more',
    labels: ['kind'],
    most: 2,
    row: 'Calls and texts',
    look: '`kind` is `webhook` or `loyalty`: the second is the queue of loyalty services.',
  },
  calls_oldest_seconds: {
    kind: 'gauge',
    help: 'How long the oldest waiting call waits',
    labels: ['kind'],
    most: 2,
    row: 'Calls and texts',
    look: 'A receiver that is away is tried for hours, so one alone is no fault of ours.',
  },
  calls_undelivered: {
    kind: 'gauge',
    help: 'Calls that were given up and can still be sent again; 20 000 means that many or more',
    labels: ['kind'],
    most: 2,
    row: 'Calls and texts',
    look: 'They can be resent until `WEBHOOK_RETENTION` deletes their bodies.',
  },
  sms_total: {
    kind: 'counter',
    help: 'SMS codes by what the gateway said',
    labels: ['outcome'],
    most: 2,
    row: 'Calls and texts',
    look: '`sent` or `failed`. Without codes no new guest can order.',
  },
  projection_lag_events: {
    kind: 'gauge',
    help: 'Positions between the end of the log and what a read model shows',
    labels: ['projection'],
    most: 25,
    row: 'The log and its readers',
    look: 'Events in Postgres (failed appends leave gaps), bytes of the log on EventStoreDB: so an alert needs another threshold there.',
  },
  projection_parked: {
    kind: 'gauge',
    help: '1 for a read model that failed and stands still',
    labels: ['projection'],
    most: 25,
    row: 'The log and its readers',
    look: 'Any above 0.',
  },
  process_failing: {
    kind: 'gauge',
    help: '1 for a process that failed and is tried again',
    labels: ['process'],
    most: 28,
    row: 'The log and its readers',
    look: 'Any above 0 for minutes.',
  },
  tree_lag_events: {
    kind: 'gauge',
    help: 'Positions between the end of the log and the tree that proves it',
    ...alone,
    row: 'The log and its readers',
    look: 'Counts as the lag of read models does.',
  },
  event_index_lag_events: {
    kind: 'gauge',
    help: 'Positions between the end of the log and the index that audits search with',
    ...alone,
    row: 'The log and its readers',
    look: 'While it is large, searches are slow.',
  },
  unsigned_events: {
    kind: 'gauge',
    help: 'Events in the tree that no signed checkpoint covers yet',
    ...alone,
    row: 'The log and its readers',
    look: 'Falls to 0 every ten minutes.',
  },
  checkpoint_age_seconds: {
    kind: 'gauge',
    help: 'Since the last checkpoint of the log was signed',
    ...alone,
    row: 'The log and its readers',
    look: 'Grows while nothing happens: look at it together with `tillstream_unsigned_events`.',
  },
  log_broken: {
    kind: 'gauge',
    help: '1 if the log has lost events, or is another one than this database belongs to',
    labels: ['why'],
    most: 2,
    row: 'The log and its readers',
    look: '`why` is `behind` or `differs`. Nothing is recorded meanwhile.',
  },
  lost_personal_keys: {
    kind: 'gauge',
    help: 'Persons whom events name and whose key is gone, though no erasure says so',
    ...alone,
    row: 'The log and its readers',
    look: 'Any above 0.',
  },
  owner_heartbeat_age_seconds: {
    kind: 'gauge',
    help: 'Since the process that runs the projections, or the processes, last said that it lives',
    labels: ['owner'],
    most: 2,
    row: 'The log and its readers',
    look: 'Above 30.',
  },
  store_up: {
    kind: 'gauge',
    help: '1 if the store answers',
    labels: ['store'],
    most: 2,
    row: 'Stores',
    look: '`database` or `event_store`; with the log in Postgres they say the same.',
  },
  pool_connections: {
    kind: 'gauge',
    help: 'Connections to Postgres by pool and state',
    labels: ['pool', 'state'],
    most: 28,
    row: 'Stores',
    look: '`busy` or `idle`.',
  },
  pool_waiting: {
    kind: 'gauge',
    help: 'Who waits for a connection of the pool',
    labels: ['pool'],
    most: 14,
    row: 'Stores',
    look: 'Above 0 for long: the pool is too small, or Postgres too slow.',
  },
  wal_archive_age_seconds: {
    kind: 'gauge',
    help: 'Since Postgres last archived a file of its write-ahead log; nothing if it archives none',
    ...alone,
    row: 'Stores',
    look: 'What a lost machine may cost. Grows while nothing is written.',
  },
  wal_archive_failing: {
    kind: 'gauge',
    help: '1 if the last file of the write-ahead log could not be archived; nothing if Postgres archives none',
    ...alone,
    row: 'Stores',
    look: 'Any above 0: the files stay with Postgres, until its disk is full.',
  },
  backup_age_seconds: {
    kind: 'gauge',
    help: 'Since the newest backup in `BACKUP_DIR` ended; +Inf if there is none; nothing without `BACKUP_DIR`',
    ...alone,
    row: 'Stores',
    look: 'Above two days: the nightly backup does not run, or fails.',
  },
  replica_in_use: {
    kind: 'gauge',
    help: '1 for a replica of `READ_DATABASE_URL` that is read, 0 for one that is left out',
    labels: ['replica'],
    most: 3,
    row: 'Stores',
    look: '0 for long: `/health/ready` and the log say why. The primary answers meanwhile.',
  },
  replica_lag_seconds: {
    kind: 'gauge',
    help: 'Since Postgres wrote the first of what the replica has not replayed; nothing if it does not answer',
    labels: ['replica'],
    most: 3,
    row: 'Stores',
    look: 'Above 1 it is left out. How far read models are behind the log is another lag: `tillstream_projection_lag_events`.',
  },
  replica_readings_total: {
    kind: 'counter',
    help: 'Readings that a replica may answer, by who did',
    labels: ['answered'],
    most: 4,
    row: 'Stores',
    look: '`replica`; or the primary, because of the replicas `none_in_use`, because the one that was asked came `too_late`, or because it `failed` under way.',
  },
} as const satisfies Readonly<Record<string, Metric>>;

export type MetricName = keyof typeof METRICS;
export type NameOf<Kind extends Metric['kind']> = {
  [Name in MetricName]: (typeof METRICS)[Name]['kind'] extends Kind ? Name : never;
}[MetricName];
export type LabelsOf<Name extends MetricName> = Readonly<Record<(typeof METRICS)[Name]['labels'][number], string>>;

/** Every metric with its full name, in the order of the table. */
export const allMetrics = (): readonly (Metric & { readonly name: string })[] =>
  Object.entries(METRICS).map(([name, metric]) => ({ name: PREFIX + name, ...metric }));

/** How many series one process can have of it at most. */
export const mostSeries = ({ kind, most }: Metric): number =>
  kind === 'histogram' ? (most + 1) * (SECONDS.length + 3) : kind === 'counter' && most > 1 ? most + 1 : most;

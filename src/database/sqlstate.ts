/** Codes of errors of Postgres (SQLSTATE), by Postgres' own names for them. */
export const DEPENDENT_OBJECTS_STILL_EXIST = '2BP01';
export const DUPLICATE_OBJECT = '42710';
export const DUPLICATE_SCHEMA = '42P06';
export const DUPLICATE_TABLE = '42P07';
export const CANNOT_COERCE = '42846';
export const INSUFFICIENT_PRIVILEGE = '42501';
export const INVALID_PARAMETER_VALUE = '22023';
export const INVALID_PASSWORD = '28P01';
export const INVALID_TABLE_DEFINITION = '42P16';
export const LOCK_NOT_AVAILABLE = '55P03';
export const SQLCLIENT_UNABLE_TO_ESTABLISH_SQLCONNECTION = '08001';
export const UNDEFINED_COLUMN = '42703';
export const UNDEFINED_FUNCTION = '42883';
export const UNDEFINED_TABLE = '42P01';
export const UNIQUE_VIOLATION = '23505';
export const UNKNOWN_DATABASE = '3D000';

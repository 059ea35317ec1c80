export const JSON_TYPE = 'application/json';
export const NDJSON = 'application/x-ndjson';
export const CSV = 'text/csv';

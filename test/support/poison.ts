/** Sent as they are, not as JSON strings: numbers that JSON can write and a double can't hold. */
const RAW = ['1e400', '-1e400', '1E-400', '-0'];

/** Values that break code which expects better ones: every type, the edges of numbers, and text that is hard to hold. */
export const POISON: readonly unknown[] = [
  ...[null, true, false, [], [null], [[]], {}, { a: 1 }, JSON.parse('{"__proto__": {"a": 1}}')],
  ...[0, -1, 0.5, 0.1234, 1e-9, 1e21, 1e308, -1e308, 2 ** 31, 2 ** 53, -(2 ** 53), 2 ** 63],
  ...RAW.map((number) => `raw:${number}`),
  ...['', ' ', '0', '1', '-1', '1e3', 'NaN', 'Infinity', 'null', 'undefined', 'true', '[object Object]'],
  ...[
    '\0',
    'a\0b',
    '\ud800',
    'a\udfff',
    '\ufffd',
    '\ufeff',
    '\u202eمرحبا',
    '👩‍👩‍👧‍👦',
    'e\u0301',
    'İı',
    '\r\n\t',
    '\u2028',
  ],
  ...['x'.repeat(300), 'я'.repeat(3_000), '👍'.repeat(200)],
  ...["'; drop table log.events; --", '{{7*7}}', '../../etc/passwd', '__proto__', 'constructor', '%00', '\\u0000'],
  ...['2026-02-30', '2026-02-30T10:00:00Z', '2026-01-01T10:00:00', '0000-01-01T00:00:00Z', '9999-12-31T23:59:60Z'],
  ...['2026-01-01T25:00:00+05:00', '2026-01-01T10:00:00+99:99', '24:00', '99:99', '12:60'],
  ...[
    '00000000-0000-0000-0000-000000000000',
    'not-a-uuid',
    '6e3c2f5a-4f6b-5d0e-9a51',
    '{6e3c2f5a-4f6b-5d0e-9a51-2f0f5d1c7b11}',
  ],
];

/** JSON, with the raw numbers of POISON written as numbers. */
export const toJson = (value: unknown): string | undefined =>
  JSON.stringify(value)?.replace(/"raw:([^"]+)"/g, (_, number: string) => number);

/** Path segments that are no id, as they go over the wire: malformed, encoded and overlong ones. */
export const POISON_SEGMENTS: readonly string[] = [
  ...['0', '-1', '1.5', '1e3', '0x10', '+1', ' 1', '01', '99999999999999999999', '9007199254740993', 'NaN', 'null'],
  ...[
    '%00',
    '1%00',
    '%',
    '%zz',
    '%ED%A0%80',
    '%F0%9F%91%8D',
    '%2F',
    '..%2F..',
    '1%2F2',
    'x'.repeat(2_000),
    "1'--",
    '%2500',
  ],
].map((segment) => segment.replaceAll(' ', '%20'));

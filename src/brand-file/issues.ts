import type { z } from 'zod';
import { isToldCode, type Told } from './told.ts';

/** By the code of a refusal. */
export const CODES: Readonly<Record<string, string>> = {
  field_not_text: 'must be a text without control signs that a database can not hold',
  field_empty: 'must not be empty',
  field_duplicate: 'has one value twice',
  field_required: 'is missing',
  field_not_url: 'must be an address that begins with http:// or https://',
  field_not_timestamp: 'must be an instant with an offset, such as 2026-03-01T10:00:00+05:00',
  timezone_unknown: 'is no time zone such as Asia/Tashkent',
  currency_unknown: 'is no currency such as UZS',
  country_unknown: 'is no country such as UZ',
  position_not_pair: 'must be [longitude, latitude]',
  polygon_corners_too_few: 'must have at least 3 different corners',
  polygon_crosses_itself: 'has lines that cross or touch each other',
  polygon_without_area: 'must enclose an area',
  polygon_around_earth: 'goes around a pole or the whole earth: draw several zones',
  polygon_hole_outside: 'has a hole that is not inside the outer ring, or not outside the other holes',
  phone_invalid: 'is no phone number: write it with its country, such as +998 71 200 00 00',
  phone_has_extension: 'is more than one phone number, or has an extension',
};

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text (a number or a date that is a text stands in quotes)',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a block of fields',
  record: 'a block of fields',
};

/** The same as `issueText`, for readers of other languages. */
export const issueTold = (issue: z.core.$ZodIssue): Told => {
  switch (issue.code) {
    case 'invalid_type': {
      if (issue.input === undefined && /received undefined/.test(issue.message)) return { code: 'field_required' };
      const isWhole = issue.message === 'not an integer';
      const kind = isWhole ? 'int' : issue.expected === 'record' ? 'object' : issue.expected;
      return toldOf(`type_${kind}`);
    }
    case 'too_big': {
      const isLength = issue.origin === 'string' || issue.origin === 'array';
      return { code: isLength ? 'too_long' : 'too_large', values: { max: Number(issue.maximum) } };
    }
    case 'too_small':
      if (issue.origin === 'string' || issue.origin === 'array') return { code: 'field_empty' };
      return { code: 'too_small', values: { min: Number(issue.minimum) } };
    case 'invalid_format':
      if (issue.format === 'url') return { code: 'field_not_url' };
      return { code: issue.format === 'datetime' ? 'field_not_timestamp' : 'form' };
    case 'invalid_value':
      return { code: 'one_of', values: { values: issue.values.map(String).join(', ') } };
    case 'unrecognized_keys':
      return { code: 'unknown_field', values: { name: issue.keys[0]! } };
    case 'custom':
      return toldOf(String(issue.params?.told ?? issue.params?.code));
    case 'invalid_union':
      return { code: 'union_price' };
    default:
      return { code: 'wrong' };
  }
};

/** Of the code of a refusal. */
export const toldOf = (code: string): Told => {
  // Words of a page whose keys end in _few are those of a plural.
  if (code === 'polygon_corners_too_few') return { code: 'polygon_corners' };
  return { code: isToldCode(code) ? code : 'wrong' };
};

/** What is wrong with a value, without its name: `must be a text`. */
export const issueText = (issue: z.core.$ZodIssue, allowedFields: readonly string[] = []): string => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined && /received undefined/.test(issue.message)) return 'is missing';
      return `must be ${TYPES[issue.message === 'not an integer' ? 'int' : issue.expected] ?? issue.expected}`;
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array'
        ? `is too long: at most ${issue.maximum}`
        : `is too large: at most ${issue.maximum}`;
    case 'too_small':
      if (issue.origin === 'string' || issue.origin === 'array') return 'must not be empty';
      return `is too small: at least ${issue.minimum}`;
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'has not the right form: a time is "09:00", a day 2026-03-01';
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'unrecognized_keys':
      return `has a field that is not known: ${issue.keys[0]}${allowedFields.length > 0 ? ` (there are ${allowedFields.join(', ')})` : ''}`;
    case 'custom':
      return String(issue.params?.text ?? CODES[String(issue.params?.code)] ?? 'is not right');
    case 'invalid_union':
      return 'must be a number, or a block with price and windows';
    default:
      return 'is not right';
  }
};

const FORMATS: Readonly<Record<string, string>> = {
  regex: 'has not the right form: a time is "09:00"',
  url: 'must be an address that begins with http:// or https://',
  datetime: 'must be an instant with an offset, such as 2026-03-01T10:00:00+05:00',
};

import { Ajv2020 } from 'ajv/dist/2020.js';
import { describeRoutes } from '../../src/api/describe-routes.ts';
import { createOpenApi } from '../../src/api/http/openapi/document.ts';
import { type OperationExample, withExamples } from '../../src/api/http/openapi/with-examples.ts';
import { DEMO_KEYS } from '../../src/config/demo-keys.ts';

export type Examples = Readonly<Record<string, OperationExample>>;

interface Media {
  readonly schema: object;
  readonly example?: unknown;
}

interface Holder {
  readonly content?: Readonly<Record<string, Media>>;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly (Media & { readonly name: string })[];
  readonly requestBody?: Holder;
  readonly responses: Readonly<Record<string, Holder>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
}

const MISSING = 'missing';
const jsonOf = (holder: Holder | undefined): Media | undefined => holder?.content?.['application/json'];

/** What is wrong with the examples: of each operation, what is missing, or does not fit what the document says of it. */
export const exampleProblems = async (examples: Examples): Promise<ReadonlyMap<string, readonly string[]>> => {
  const plain = createOpenApi(await describeRoutes(), { title: 'T', version: '1', description: '' });
  const { paths, components } = JSON.parse(JSON.stringify(withExamples(plain, examples))) as Document;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'https://docs.test/', components });
  const problemOf = ({ schema, example }: Media): string | undefined => {
    if (example === undefined) return MISSING;
    const fits = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"https://docs.test/#/')));
    return fits(example) ? undefined : ajv.errorsText(fits.errors);
  };
  const problems = new Map<string, string[]>();
  for (const { operationId, ...operation } of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const { parameters = [], requestBody, responses } = operation;
    const parts: [what: string, media: Media | undefined][] = [
      ['request', jsonOf(requestBody)],
      ['answer', jsonOf(responses[200] ?? responses[201])],
      // Not each request names each of them.
      ...parameters.filter(({ example }) => example !== undefined).map((one): [string, Media] => [one.name, one]),
    ];
    const found = parts.flatMap(([what, media]) => {
      const problem = media && problemOf(media);
      return problem === undefined ? [] : [`${what}: ${problem}`];
    });
    problems.set(operationId, found);
  }
  return problems;
};

/** The longest text that helps a reader. */
const LONGEST = 300;
const SECRETS = /^(access_token|api_key|secret|invitation|password|new_password|otp)$/;

/** An exchange as a reader wants it: short lists, and no secrets. */
export const exampleOf = (exchange: OperationExample): OperationExample => shortened(exchange) as OperationExample;

const shortened = (value: unknown, name = ''): unknown => {
  if (Array.isArray(value)) {
    const isOfThings = value.some((one) => typeof one === 'object' && one !== null && !Array.isArray(one));
    return value.slice(0, isOfThings ? 1 : 5).map((one) => shortened(one, name));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shortened(part, key)]));
  }
  if (typeof value !== 'string') return value;
  // The database's clock does not stand still, and the app of a test has some free port.
  if (name === 'recorded_at') return '2026-03-02T09:00:00.250000Z';
  if (/\/\/127\.0\.0\.1:\d+\//.test(value)) return value.replace(/\/\/127\.0\.0\.1:\d+/, '//127.0.0.1:8080');
  if (SECRETS.test(name) && !Object.values<string>(DEMO_KEYS).includes(value)) return `${name}…`;
  return value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value;
};

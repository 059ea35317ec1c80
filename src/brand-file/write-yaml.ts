import { Document, isCollection, isMap, isScalar, type Node, type Pair } from 'yaml';
import type { BrandModel } from './export-brand.ts';

/** What fits in a line is written in one. */
const WIDTH = 100;

/** The text of a brand's file. `schema`: where its JSON Schema is, for editors. */
export const writeBrandYaml = (
  model: BrandModel,
  { schema, comment }: { schema?: string; comment?: string } = {},
): string => {
  const document = new Document(model, { version: '1.2', aliasDuplicateObjects: false });
  const sections = isMap(document.contents) ? document.contents.items : [];
  for (const section of sections as Pair<Node, Node>[]) {
    section.key.spaceBefore = true;
    if (!isMap(section.value)) continue;
    for (const entry of section.value.items as Pair<Node, Node>[]) flowWithin(entry.value, false);
  }
  const head = [
    ...(schema ? [`# yaml-language-server: $schema=${schema}`] : []),
    ...(comment ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => `# ${line}`),
  ];
  const body = document.toString({ lineWidth: 0, flowCollectionPadding: false }).replace(/^\n+/, '');
  return [...head, '', body].join('\n').replace(/^\n+/, '');
};

/** Short collections of plain values stand in one line. */
const flowWithin = (node: Node | null, mayFlow: boolean): void => {
  if (!isCollection(node)) return;
  if (mayFlow && isPlain(node) && JSON.stringify(node.toJSON()).length <= WIDTH) {
    node.flow = true;
    return;
  }
  for (const item of node.items)
    flowWithin((isMap(node) ? (item as Pair<Node, Node>).value : item) as Node | null, true);
};

/** It holds no text of several lines, and is at most lists of lists deep. */
const isPlain = (node: unknown, depth = 0): boolean => {
  if (isScalar(node)) return typeof node.value !== 'string' || !node.value.includes('\n');
  if (!isCollection(node) || depth > 2) return false;
  return node.items.every((item) => isPlain(isMap(node) ? (item as Pair).value : item, depth + 1));
};

import { pascalCased } from '../name-forms.ts';
import { isNode, mapOperations, type Node, type OpenApiDocument } from './walk.ts';

/** A parameter that several operations have is written once, under its name. A form of it for which no name is left stays. */
export const shareParameters = <Document extends OpenApiDocument>(document: Document): Document => {
  const uses = new Map<string, number>();
  mapOperations(document, (operation) => {
    for (const parameter of parametersOf(operation)) {
      const text = JSON.stringify(parameter);
      uses.set(text, (uses.get(text) ?? 0) + 1);
    }
    return operation;
  });

  const shared = new Map<string, { readonly name: string; readonly parameter: Node }>();
  const taken = new Set<string>();
  const nameOf = (parameter: Node): string | undefined => namesOf(parameter).find((name) => !taken.has(name));
  const refer = (parameter: Node): Node => {
    const text = JSON.stringify(parameter);
    if (uses.get(text) === 1) return parameter;
    const name = shared.get(text)?.name ?? nameOf(parameter);
    if (name === undefined) return parameter;
    shared.set(text, { name, parameter });
    taken.add(name);
    return { $ref: `#/components/parameters/${name}` };
  };
  const referred = mapOperations(document, (operation) => {
    const parameters = parametersOf(operation);
    return parameters.length > 0 ? { ...operation, parameters: parameters.map(refer) } : operation;
  });
  const parameters = Object.fromEntries([...shared.values()].map(({ name, parameter }) => [name, parameter]));
  return { ...referred, components: { ...document.components, parameters } };
};

/** Names that fit the parameter, the shortest first. */
const namesOf = ({ name, in: place, required, schema }: Node): string[] => {
  const own = pascalCased(String(name));
  const isList = isNode(schema) && schema.type === 'array';
  return [
    own,
    ...(place === 'path' ? [`${own}InPath`] : []),
    ...(isList ? [`${own}List`, `${own}ListToFilter`] : []),
    ...(required === true ? [`Needed${own}`] : [`Optional${own}`]),
  ];
};

/** The generator writes a description beside the schema, and in it again; and of what may be left out, that it may: as is usual. */
const parametersOf = ({ parameters }: Node): Node[] => {
  if (!Array.isArray(parameters)) return [];
  return parameters.map(({ required, ...own }: Node) => {
    const parameter = required === true ? { ...own, required } : own;
    if (!isNode(own.schema)) return parameter;
    const { description: _, ...schema } = own.schema;
    return { ...parameter, schema };
  });
};

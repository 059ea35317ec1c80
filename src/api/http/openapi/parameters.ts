import { pascalCased } from '../name-forms.ts';
import { isNode, mapOperations, type Node, type OpenApiDocument } from './walk.ts';

/** A parameter that several operations have is written once, under its name; a second form of it gets a number. */
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
  const nameOf = (parameter: Node): string => {
    const name = pascalCased(String(parameter.name));
    for (let number = 1; ; number += 1) {
      const numbered = number === 1 ? name : `${name}${number}`;
      if (!taken.has(numbered)) return numbered;
    }
  };
  const refer = (parameter: Node): Node => {
    const text = JSON.stringify(parameter);
    if (uses.get(text) === 1) return parameter;
    const known = shared.get(text) ?? { name: nameOf(parameter), parameter };
    shared.set(text, known);
    taken.add(known.name);
    return { $ref: `#/components/parameters/${known.name}` };
  };
  const referred = mapOperations(document, (operation) => {
    const parameters = parametersOf(operation);
    return parameters.length > 0 ? { ...operation, parameters: parameters.map(refer) } : operation;
  });
  const parameters = Object.fromEntries([...shared.values()].map(({ name, parameter }) => [name, parameter]));
  return { ...referred, components: { ...document.components, parameters } };
};

/** The generator writes a description beside the schema, and in it again. */
const parametersOf = ({ parameters }: Node): Node[] => {
  if (!Array.isArray(parameters)) return [];
  return parameters.map((parameter: Node) => {
    if (!isNode(parameter.schema)) return parameter;
    const { description: _, ...schema } = parameter.schema;
    return { ...parameter, schema };
  });
};

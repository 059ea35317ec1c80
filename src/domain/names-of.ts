/** The names of an object's members. `Object.keys` forgets their types; this must get an object with no other members. */
export const namesOf = <Name extends string>(of: Readonly<Partial<Record<Name, unknown>>>): Name[] =>
  Object.keys(of) as Name[];

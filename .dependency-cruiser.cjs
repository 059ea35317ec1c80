/** The one way imports run: api, processes, cli -> commands, projections -> event-store, domain. */
const layer = (name) => `^src/${name}/`;
const forbid = (name, from, to, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: to },
});

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      comment: 'A cycle is two modules that are really one.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'domain-imports-nothing-outside',
      comment: 'The domain is pure: no I/O, no clock, no randomness. Only zod (stored shapes) is let in.',
      severity: 'error',
      from: { path: layer('domain') },
      to: { pathNot: [layer('domain'), '^node_modules/zod/'] },
    },
    forbid(
      'event-store-knows-no-domain',
      layer('event-store'),
      '^src/(domain|commands|projections|processes|api|cli)/',
      'The store knows the envelope and nothing of what is inside.',
    ),
    forbid(
      'database-is-the-floor',
      layer('database'),
      '^src/(domain|commands|projections|processes|api|cli|event-store)/',
      'Connections and migrations depend on nobody.',
    ),
    forbid(
      'commands-do-not-look-up',
      layer('commands'),
      '^src/(projections|processes|api|cli)/',
      'Commands decide on aggregates; what they must look up is a port, wired in main.ts.',
    ),
    forbid(
      'projections-do-not-command',
      layer('projections'),
      '^src/(commands|processes|api|cli)/',
      'Read models follow from events alone.',
    ),
    forbid('processes-below-the-edge', layer('processes'), '^src/(api|cli)/', 'Processes act through commands.'),
    forbid('api-knows-no-cli', layer('api'), '^src/(cli|processes)/', 'The API never starts jobs.'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};

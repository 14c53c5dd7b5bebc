import { stylesToCheck } from './unchecked.ts'

export interface Step {
  readonly name: string
  /** The arguments for Node. */
  readonly args: readonly string[]
  /** Called if the step has passed. */
  readonly onPassed?: () => void
  /** The remedy if the step has not passed and its output does not name one. */
  readonly instead?: string
}

/** Checks a project's types, and stores the result, so that the next check compiles only what a change can affect. */
const types = (name: string, project: string): Step => ({
  name,
  args: [
    'node_modules/typescript/bin/tsc',
    ...['-p', project, '--noEmit', '--incremental'],
    ...['--tsBuildInfoFile', `node_modules/.cache/posthorn/types-${project === '.' ? 'root' : project}.tsbuildinfo`],
  ],
})

function style(root: string): Step | null {
  const { paths, keep } = stylesToCheck(root)
  if (paths.length === 0) return null
  return {
    name: 'format and lint',
    args: [
      'node_modules/@biomejs/biome/bin/biome',
      'ci',
      // Its output is read through a pipe. Colors would split each word there.
      '--colors=off',
      '--error-on-warnings',
      '--no-errors-on-unmatched',
      ...paths,
    ],
    onPassed: keep,
    instead: 'Run `npm run format`, which fixes the format and most of the rest.',
  }
}

/** Lists the steps of `npm run check`, the slowest first. */
export const listSteps = (root: string): readonly Step[] =>
  [
    style(root),
    { name: 'generated files', args: ['gen/index.ts', '--check'] },
    types('types of the web app', 'web'),
    { name: 'architecture', args: ['--test', '--test-reporter=dot', 'test/architecture/architecture.test.ts'] },
    types('types', '.'),
    { name: 'OpenAPI document', args: ['test/openapi/check.ts'] },
    { name: 'regular expressions', args: ['test/patterns/check.ts'] },
    // The SDK also runs in browsers, so it is compiled without the types of Node.
    types('types of the SDK', 'sdk'),
  ].filter((step) => step !== null)

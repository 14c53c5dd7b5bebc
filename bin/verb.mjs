// The npm verbs. Plain JavaScript, so that a wrong Node is told in a sentence and not by a syntax error.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(
    `This needs Node 24, which \`npm install\` brings; this is Node ${process.versions.node}. Run \`npm install\` again without --ignore-scripts.`,
  )
  process.exit(1)
}
const root = join(import.meta.dirname, '..')
const [verb, ...rest] = process.argv.slice(2)
const node = process.execPath
const steps = {
  test: [[node, 'test/run.ts', ...rest]],
  gen: [[node, 'gen/index.ts', ...rest]],
  bench: [[node, 'bench/index.ts', ...rest]],
  check: [
    [node, 'node_modules/typescript-native/bin/tsc', '-p', '.'],
    // For browsers too: without the types of Node.
    [node, 'node_modules/typescript-native/bin/tsc', '-p', 'sdk', '--noEmit'],
    [node, 'node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.'],
    [node, '--test', 'test/architecture/architecture.test.ts'],
    [node, 'gen/index.ts', '--check'],
  ],
}[verb]
if (!steps) {
  console.error(`no such verb: ${verb}`)
  process.exit(2)
}
for (const [program, ...args] of steps) {
  const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

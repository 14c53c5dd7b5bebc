// The npm verbs. Plain JavaScript, so that a Node that is too old gets a readable message and not a syntax error.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { keepCompiledCode } from './compile-cache.mjs'
import { followStarter } from './follow-starter.mjs'

const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  console.error(
    `This needs Node 24, which \`npm install\` brings; this is Node ${process.versions.node}. Run \`npm install\` again without --ignore-scripts.`,
  )
  process.exit(1)
}
const root = join(import.meta.dirname, '..')
const [verb, ...rest] = process.argv.slice(2)
const steps = {
  test: [['test/run/index.ts', ...rest]],
  gen: [['gen/index.ts', ...rest]],
  build: [['build/index.ts', ...rest]],
  pack: [['build/index.ts'], ['build/pack.ts', ...rest]],
  bench: [['bench/index.ts', ...rest]],
  shots: [['test/web/shots/index.ts', ...rest]],
  check: [['test/check/index.ts']],
  format: [['test/check/format.ts']],
}[verb]
if (!steps) {
  console.error(`no such verb: ${verb}`)
  process.exit(2)
}
followStarter()
keepCompiledCode()
let running = null
let isStopping = false
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
  process.on(signal, () => {
    isStopping = true
    running?.kill(signal)
  })
}
for (const step of steps) {
  running = spawn(process.execPath, step, { cwd: root, stdio: 'inherit' })
  const status = await new Promise((resolve) => running.on('exit', resolve))
  if (status !== 0 || isStopping) process.exit(status || 1)
}

#!/usr/bin/env node
// Plain JavaScript on purpose: this file also runs under an older Node, and then hands over to the Node that npm
// installed.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keepCompiledCode } from './compile-cache.mjs'
import { followStarter } from './follow-starter.mjs'
import { mapStackTraces } from './source-maps.mjs'

const wantedMajor = 24
const root = join(fileURLToPath(import.meta.url), '..', '..')
const major = Number(process.versions.node.split('.')[0])

followStarter()
if (major >= wantedMajor) {
  keepCompiledCode()
  // A package has our code built; a checkout runs its sources.
  if (existsSync(join(root, 'src'))) {
    await import('./quick-imports.mjs')
    await import('../src/main/cli.ts')
  } else {
    mapStackTraces()
    await import('../dist/src/main/cli.js')
  }
} else {
  const own = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (!existsSync(own)) {
    console.error(
      `Posthorn needs Node ${wantedMajor}. This is Node ${process.versions.node}, and the one that npm install adds is missing.\n` +
        'Most likely npm skipped the install scripts. Run `npm install` again without --ignore-scripts, or use Node 24 or newer.',
    )
    process.exit(1)
  }
  const child = spawn(own, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, POSTHORN_STARTER: String(process.pid) },
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(`Node ${wantedMajor} can’t be started from ${own}: ${error.message}.\nUse Node 24 or newer.`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1)
    // End with the same signal as the child, so that the starter sees how it ended.
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

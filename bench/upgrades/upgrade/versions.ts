import { execFile, execFileSync } from 'node:child_process'
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root, type Started, startServer } from '../../tools/processes.ts'

/** The first commit whose programs can restart on a newer database; used before the first release exists. */
const firstThatStartsAgain = 'b06b088efa3aabd561e4327f6353ffe1b0e2b9fb'

/** An installed version of Posthorn in its own folder. */
interface Version {
  readonly name: string
  start(command: 'api' | 'worker', env: Readonly<Record<string, string>>): Promise<Started>
  /** Runs a command to its end and returns what it printed. */
  run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string>
}

const git = (...args: string[]): string => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trim()

/** Returns the newest tagged release, or the fixed commit if there is none. */
export function releaseBefore(): string {
  const [newest = ''] = git('tag', '--list', 'v*', '--sort=-version:refname').split('\n')
  return newest === '' ? firstThatStartsAgain : newest
}

/** Extracts a committed version from the repository. With `toCome`, it also gets the migrations of a later release. */
export async function takeVersion(
  room: string,
  commit: string,
  { number, toCome }: { readonly number: string; readonly toCome?: string },
): Promise<Version> {
  const folder = join(room, number)
  await mkdir(folder)
  execFileSync('sh', ['-c', 'git -C "$0" archive "$1" | tar -x -C "$2"', root, commit, folder])
  const lock = (where: string) => readFile(join(where, 'package-lock.json'), 'utf8')
  if ((await lock(folder)) === (await lock(root)))
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  else execFileSync('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' })
  if (toCome) await cp(toCome, join(folder, 'migrations'), { recursive: true })
  const manifest = join(folder, 'package.json')
  await writeFile(manifest, (await readFile(manifest, 'utf8')).replace(/"version": "[^"]*"/, `"version": "${number}"`))
  const entry = join(folder, 'bin/posthorn.mjs')
  return {
    name: `${number} (${git('describe', '--always', '--tags', commit)})`,
    start: (command, env) => startServer([entry, command], env, { needsAddress: command === 'api' }),
    run: async (args, env) =>
      (await promisify(execFile)(process.execPath, [entry, ...args], { env: { ...process.env, ...env } })).stdout,
  }
}

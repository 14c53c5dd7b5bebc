import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root, signalTree } from '../../tools/processes.ts'

/** A process that is restarted whenever it ends, as a supervisor does. */
export interface Member extends AsyncDisposable {
  readonly name: string
  /** Kills the process with everything it has started. */
  kill(): void
  freeze(): void
  thaw(): void
  /** True if the process has started and was not killed since. A process that is still starting has nothing to lose. */
  isUp(): boolean
  /** Returns how often the process exited on its own. */
  fallen(): number
}

interface MemberPlan {
  readonly name: string
  readonly command: 'api' | 'worker'
  readonly env: Readonly<Record<string, string>>
  /** The folder for its output. */
  readonly room: string
}

const restMs = 300

export function startMember({ name, command, env, room }: MemberPlan): Member {
  const log = createWriteStream(join(room, `${name}.log`), { flags: 'a' })
  let child: ChildProcess | null = null
  let isOver = false
  let isKilled = false
  let isUp = false
  let fallen = 0
  const signal = (which: NodeJS.Signals): void => {
    if (child) signalTree(child, which)
  }
  const keep = async (): Promise<void> => {
    while (!isOver) {
      isKilled = false
      const begun = spawn(process.execPath, ['bin/posthorn.mjs', command], {
        cwd: root,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = begun
      for (const stream of [begun.stdout, begun.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          log.write(text)
          if (/^ {2}ready$/m.test(text)) isUp = true
        })
      await once(begun, 'exit')
      isUp = false
      if (!isKilled && !isOver) fallen += 1
      await sleep(restMs)
    }
  }
  const kept = keep()
  return {
    name,
    kill() {
      isKilled = true
      isUp = false
      signal('SIGKILL')
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    isUp: () => isUp,
    fallen: () => fallen,
    async [Symbol.asyncDispose]() {
      isOver = true
      signal('SIGCONT')
      child?.kill('SIGTERM')
      const late = setTimeout(() => signal('SIGKILL'), 10_000)
      await kept
      clearTimeout(late)
      log.end()
    },
  }
}

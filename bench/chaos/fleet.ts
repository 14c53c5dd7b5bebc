import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root, tree } from '../processes.ts'

/** A process that is restarted whenever it ends, as a supervisor does. */
export interface Member extends AsyncDisposable {
  readonly name: string
  /** Kills the process with everything it has started. */
  kill(): void
  freeze(): void
  thaw(): void
  /** Returns how often the process ended on its own. */
  fallen(): number
}

export interface MemberPlan {
  readonly name: string
  readonly command: 'api' | 'worker'
  readonly env: Readonly<Record<string, string>>
  /** The folder for its output. */
  readonly room: string
}

const restMs = 300

export function startMember({ name, command, env, room }: MemberPlan): Member {
  const said = openSync(join(room, `${name}.log`), 'a')
  let child: ChildProcess | null = null
  let isOver = false
  let isKilled = false
  let fallen = 0
  const signal = (which: NodeJS.Signals): void => {
    for (const { pid } of child?.pid ? tree(child.pid) : []) {
      try {
        process.kill(pid, which)
      } catch {
        // The process has already ended.
      }
    }
  }
  const keep = async (): Promise<void> => {
    while (!isOver) {
      isKilled = false
      child = spawn(process.execPath, ['bin/posthorn.mjs', command], { cwd: root, env, stdio: ['ignore', said, said] })
      await once(child, 'exit')
      if (!isKilled && !isOver) fallen += 1
      await sleep(restMs)
    }
  }
  const kept = keep()
  return {
    name,
    kill() {
      isKilled = true
      signal('SIGKILL')
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    fallen: () => fallen,
    async [Symbol.asyncDispose]() {
      isOver = true
      signal('SIGCONT')
      child?.kill('SIGTERM')
      const late = setTimeout(() => signal('SIGKILL'), 10_000)
      await kept
      clearTimeout(late)
    },
  }
}

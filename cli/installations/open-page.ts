import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ClientContext } from '../command.ts'

/** Opens a page in the user's browser. Returns false if there is none, for example on a server. */
export async function openPage(environment: ClientContext['environment'], url: string): Promise<boolean> {
  const program = browserOf(environment)
  if (program === null || !/^https?:\/\//.test(url)) return false
  const child = spawn(program, [url], { stdio: 'ignore', detached: true })
  child.unref()
  return await once(child, 'spawn').then(
    () => true,
    () => false,
  )
}

function browserOf({ BROWSER, DISPLAY, WAYLAND_DISPLAY, SSH_CONNECTION }: ClientContext['environment']): string | null {
  if (SSH_CONNECTION) return null
  if (BROWSER && !BROWSER.includes(' ')) return BROWSER
  if (process.platform === 'darwin') return 'open'
  if (process.platform === 'linux' && (DISPLAY || WAYLAND_DISPLAY)) return 'xdg-open'
  return null
}

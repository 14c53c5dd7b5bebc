import { accessSync } from 'node:fs'
import process from 'node:process'
import { type Browser, firefox } from 'playwright-core'

const usual = ['/usr/bin/firefox-esr', '/usr/bin/firefox']

/** Starts Firefox over WebDriver BiDi, or reports what is missing. Playwright's other protocol needs its own build. */
export async function launchFirefox(preferences: Readonly<Record<string, boolean | number>> = {}): Promise<Browser> {
  const executablePath = [process.env.FIREFOX_PATH ?? '', ...usual].find(isThere)
  if (!executablePath)
    throw new Error('This test needs Firefox: install firefox-esr, or name where it is in FIREFOX_PATH.')
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath,
    firefoxUserPrefs: { ...preferences },
  })
  skipUnknownCommand(browser)
  return browser
}

interface Session {
  send(method: string, params: unknown): Promise<unknown>
}

/**
 * Responds to the only command that Playwright 1.65 sends for each page and Firefox 153 does not know, which would set
 * the color scheme. Playwright has no option to omit it.
 */
function skipUnknownCommand(browser: Browser): void {
  const { _connection } = browser as unknown as { _connection: { toImpl(of: Browser): { _browserSession: Session } } }
  const session = Object.getPrototypeOf(_connection.toImpl(browser)._browserSession) as Session
  const { send } = session
  session.send = function (this: Session, method, params) {
    return method === 'emulation.setMediaFeaturesOverride' ? Promise.resolve({}) : send.call(this, method, params)
  }
}

function isThere(path: string): boolean {
  try {
    accessSync(path)
    return path !== ''
  } catch {
    return false
  }
}

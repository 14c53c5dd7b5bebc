import { accessSync } from 'node:fs'
import process from 'node:process'
import { type Browser, chromium, type Page } from 'playwright-core'
import type { TestApp } from '../harness/app.ts'
import { patienceMs } from '../harness/patience.ts'

const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Opens a browser that reaches the service at its public URL. It is closed when the block ends. */
export async function openChromium(t: TestApp): Promise<{ page: Page } & AsyncDisposable> {
  const service = new URL(t.url)
  const browser = await launchChromium([
    `--host-resolver-rules=MAP ${new URL(t.config.publicUrl).host} ${service.host}`,
  ])
  const page = await browser.newPage()
  page.setDefaultTimeout(patienceMs(30_000))
  return { page, [Symbol.asyncDispose]: () => browser.close() }
}

/** Starts Chromium, or reports what is missing. */
export function launchChromium(args: readonly string[]): Promise<Browser> {
  const executablePath = [process.env.CHROMIUM_PATH ?? '', ...usual].find(isThere)
  if (!executablePath) throw new Error('This test needs Chromium: install it, or name where it is in CHROMIUM_PATH.')
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', ...args] })
}

function isThere(path: string): boolean {
  try {
    accessSync(path)
    return path !== ''
  } catch {
    return false
  }
}

import assert from 'node:assert/strict'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Locator, Page, Request } from 'playwright-core'
import { patienceMs } from '#test/harness/patience.ts'
import { openRoom } from '#test/harness/process.ts'
import { until } from '#test/harness/until.ts'
import { openStore } from '#test/run/store.ts'
import { findFreePort } from '#test/servers/free-port.ts'
import { launchChromium } from '#test/servers/open-chromium.ts'

/** The settings of `npm start`, except for rate limits: these tests open more pages in a minute than a person does. */
const settings = {
  SANDBOX: 'on',
  WEB: 'on',
  RATE_LIMIT_PER_MINUTE: '0',
  SIGN_IN_ATTEMPTS_PER_MINUTE: '1000',
}

/** Runs Posthorn like `npm start`, with its sandbox, and a fresh browser. */
export async function openInstallation(
  more: Readonly<Record<string, string>> = {},
  launch: () => Promise<Browser> = () => launchChromium([]),
) {
  await using opened = new AsyncDisposableStack()
  const room = opened.use(
    await openRoom({
      PORT: String(await findFreePort()),
      SANDBOX_PORT: String(await findFreePort()),
      ...settings,
      ...more,
    }),
  )
  // A first start would spend seconds on the same migrations.
  await mkdir(room.dataDir, { mode: 0o711 })
  openStore().fetch(join(room.dataDir, 'postgres'))
  const browser = opened.adopt(await launch(), (one) => one.close())
  let service = room.begin(['start'])
  const url = await service.ready()
  const [entrance = ''] = (await service.says(/Web +(http\S+)/)).slice(1)
  const [sandboxUrl = ''] = (await service.says(/Sandbox +(http\S+)/)).slice(1)
  const kept = opened.move()
  return {
    url,
    /** The URL that the first start printed. */
    entrance,
    sandboxUrl,
    /** Stops the service while its pages are open. */
    async stop(): Promise<void> {
      await service.stop()
    },
    /** Restarts the service at the same URL, optionally with other settings. */
    async restart(settings: Readonly<Record<string, string>> = {}): Promise<void> {
      service = room.begin(['start'], { settings })
      await service.ready()
    },
    /** Waits for an email that matches the pattern. */
    findInMail: (pattern: RegExp) =>
      until(`a mail with ${pattern}`, () => findInMails(`${room.dataDir}/outbox`, pattern)),
    /** Opens a fresh browser context without cookies, which records all errors. */
    async visit(options: BrowserContextOptions = {}) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', ...options })
      context.setDefaultTimeout(patienceMs(30_000))
      const page = await context.newPage()
      return { page, faults: noteFaults(page), [Symbol.asyncDispose]: () => context.close() }
    },
    /** Gives the first user a profile with a history of posts and metrics. */
    async addDemoData(months: number): Promise<void> {
      const { status, err } = await room.run(['demo-data', '--months', String(months)])
      assert.equal(status, 0, err)
    },
    /** Runs `posthorn user` with these arguments, as an operator does. */
    async changeUser(...args: readonly string[]): Promise<void> {
      const { status, err } = await room.run(['user', ...args])
      assert.equal(status, 0, err)
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

/** Reads the emails in the folder, without the line breaks of their transfer encoding. */
async function findInMails(folder: string, pattern: RegExp): Promise<RegExpMatchArray | null> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
  const mails = await Promise.all(names.map((name) => readFile(`${folder}/${name}`, 'utf8')))
  const plain = mails.map((mail) => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))
  return plain.map((mail) => mail.match(pattern)).find((match) => match !== null) ?? null
}

/** Records what a user never sees but a developer should: script errors, refused resources, failed requests. */
function noteFaults(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() !== 'error' || /status of 401/.test(message.text())) return
    faults.push(`${message.text()} ${message.location().url} on ${page.url()}`)
  })
  return faults
}

/** Tracks the pending requests of a page, except for the live stream, which never ends. */
export function notePending(page: Page): ReadonlySet<Request> {
  const pending = new Set<Request>()
  page.on('request', (request) => request.url().endsWith('/v1/events/stream') || pending.add(request))
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  return pending
}

/**
 * Waits until the page has its responses, has rendered them, and nothing moves. Scroll-driven animations move only
 * during scrolling.
 */
export async function settle(page: Page, pending: ReadonlySet<Request>): Promise<void> {
  const waited = () => [...pending].map((request) => request.url()).join(', ')
  await until(
    () => `the page has its data, and is still (it waits for: ${waited()})`,
    async () => {
      if (pending.size > 0) return false
      await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
      const moving = await page.evaluate<number>(
        "document.getAnimations().filter(({ playState, effect, timeline }) => playState === 'running' && timeline === document.timeline && effect.getTiming().iterations !== Infinity).length",
      )
      return pending.size === 0 && moving === 0
    },
  )
}

/** Waits until a field has exactly this value. The field may exist before the page has filled it. */
export async function untilHolds(field: Locator, value: string): Promise<void> {
  await until(`the field holds “${value}”`, async () => (await field.inputValue()) === value)
}

/** Presses a shortcut until it opens a dialog. The first paint does not wait for the shortcuts. */
export async function openByKey(page: Page, key: string): Promise<void> {
  await until(`${key} opens a dialog`, async () => {
    await page.keyboard.press(key)
    return (await page.getByRole('dialog').count()) > 0
  })
}

export const password = 'a few words in a row'

export async function signUp(page: Page, url: string, name: string): Promise<void> {
  await page.goto(`${url}/auth/sign-up`)
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Email').fill(`${name.toLowerCase()}@example.com`)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: /^Good (morning|afternoon|evening)/, level: 1 }).waitFor()
}

/** Calls the API as the person who signed up with a name, to set up what is not under test. */
export async function openApi(url: string, name: string) {
  const call = async (method: string, path: string, body?: object, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
  const email = `${name.toLowerCase()}@example.com`
  const { token } = await call('POST', '/v1/auth/sign-in', { email, password })
  const [{ id: profileId }] = await call('GET', '/v1/profiles', undefined, token)
  return {
    profileId: profileId as string,
    token: token as string,
    get: (path: string) => call('GET', path, undefined, token),
    post: (path: string, body: object) => call('POST', path, body, token),
    patch: (path: string, body: object) => call('PATCH', path, body, token),
    put: (path: string, body: object) => call('PUT', path, body, token),
    delete: (path: string) => call('DELETE', path, undefined, token),
  }
}

/** Connects an account in the network's own window. */
export async function connectInWindow(page: Page, network: string): Promise<void> {
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: `Connect ${network}` }).click()
  const consent = await opened
  await consent.getByRole('button', { name: /alice/i }).first().click()
  await page.getByText(`${network} · alice`).waitFor()
}

/** Connects Bluesky, which asks for an app password instead of opening a window. */
export async function connectBluesky(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect Bluesky' }).click()
  await page.getByLabel('Handle or email').fill('alice.sandbox')
  await page.getByLabel('App password').fill('sand-boxx-pass-word')
  await page.getByRole('dialog').getByRole('button', { name: 'Connect' }).click()
  await page.getByText('Bluesky · alice.sandbox').waitFor()
}

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[]
}

/** Waits for transitions to end, because their intermediate colors do not count. */
const restingColours = `
  new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() => Promise.allSettled(
    document.getAnimations().filter((one) => one.timeline === document.timeline && one.effect?.getComputedTiming().endTime !== Infinity).map((one) => one.finished))).then(() => null)
`

/** Lists violations of WCAG 2.2 AA on the page, by rule and element. */
export async function listBarriers(page: Page): Promise<string[]> {
  await page.evaluate(restingColours)
  // Evaluated directly in the browser, because the page's policy allows no foreign scripts.
  await page.evaluate(await readFile(axeFile, 'utf8'))
  const { violations } = await page.evaluate<AxeResult>(
    "axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })",
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
}

/** Lists the violations of the page in the light and in the dark theme. */
export async function listBarriersInThemes(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    found.push(...(await listBarriers(page)).map((barrier) => `${colorScheme} ${barrier}`))
  }
  return found
}

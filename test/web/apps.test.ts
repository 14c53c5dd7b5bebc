import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { listBarriers, notePending, openInstallation, password, settle, signUp } from './visitor.ts'

/** Runs a local callback server, as an agent does, and records the last URL. */
async function startAgent() {
  const agent = {
    callback: '',
    back: new URL('http://nowhere'),
    [Symbol.asyncDispose]: async () => void server.close(),
  }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', agent.callback)
    if (url.pathname === '/callback') agent.back = url
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Agent</title>Signed in.')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  agent.callback = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  return agent
}

const verifier = 'a'.repeat(43)
const post = async (url: string, fields: Record<string, string>) => {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })
  return (await answer.json()) as Readonly<Record<string, string>>
}

test('an agent requests access, a user signs in, removes a permission, grants access to one brand, and revokes it', async () => {
  await using installation = await openInstallation()
  await using agent = await startAgent()
  const { url } = installation
  {
    await using first = await installation.visit()
    await signUp(first.page, url, 'Ada')
  }
  const metadata = { client_name: 'Harbour Agent', redirect_uris: ['http://127.0.0.1/callback'] }
  const registered = await fetch(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(metadata),
  })
  const { client_id } = (await registered.json()) as { client_id: string }
  const request = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri: agent.callback,
    state: 'opaque',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })

  await using visitor = await installation.visit({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  const { page, faults } = visitor
  const pending = notePending(page)
  await page.goto(`${url}/oauth/authorize?${request}`)
  await page.getByText('An app is requesting access.').waitFor()
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Harbour Agent wants access to your account' }).waitFor()
  await page.getByText('This app isn’t verified.').waitFor()
  await page.getByText('Signed in as ada@example.com.').waitFor()
  await settle(page, pending)
  assert.deepEqual(await listBarriers(page), [])
  assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0)

  await page.getByRole('checkbox', { name: 'Schedule and publish posts' }).uncheck()
  await page.getByRole('radio', { name: 'Selected brands' }).check()
  const allow = page.getByRole('button', { name: 'Allow' })
  assert.ok(await allow.isDisabled(), 'no brand is chosen yet')
  await page.getByRole('group', { name: 'Brands' }).getByRole('checkbox').first().check()
  await allow.click()
  await page.getByText('Signed in.').waitFor()
  assert.deepEqual([agent.back.searchParams.get('state'), agent.back.searchParams.get('iss')], ['opaque', url])
  const tokens = await post(`${url}/oauth/token`, {
    grant_type: 'authorization_code',
    client_id,
    code: agent.back.searchParams.get('code') ?? '',
    code_verifier: verifier,
    redirect_uri: agent.callback,
  })
  assert.equal(tokens.scope, 'profiles:read posts:read posts:write media:write connections:read analytics:read')
  const headers = { authorization: `Bearer ${tokens.access_token}` }
  assert.equal((await fetch(`${url}/v1/profiles`, { headers })).status, 200)

  await page.goto(url)
  await page.getByRole('heading', { name: /^Good (morning|afternoon|evening)/, level: 1 }).waitFor()
  await page.goto(`${page.url().replace(/\/$/, '')}/settings/account/apps`)
  await page.getByRole('list', { name: 'Connected apps' }).getByText('Harbour Agent').waitFor()
  await page.getByText('1 brand').waitFor()
  await page.getByRole('button', { name: 'Revoke access for Harbour Agent' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('No connected apps yet.').waitFor()
  assert.equal((await fetch(`${url}/v1/profiles`, { headers })).status, 401)

  // A terminal on another machine shows a code; the user types it here.
  const device = await post(`${url}/oauth/device`, { client_id: 'posthorn-cli' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${url}/device`)
  await page.getByLabel('Code').fill('WRNG-CODE')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('This code isn’t valid.').waitFor()
  await page.getByLabel('Code').fill(device.user_code?.toLowerCase() ?? '')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Posthorn command line wants access to your account' }).waitFor()
  await page.getByText('Made by Posthorn.').waitFor()
  await settle(page, pending)
  assert.deepEqual(await listBarriers(page), [])
  await allow.click()
  await page.getByRole('heading', { name: 'Posthorn command line is connected' }).waitFor()
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
  const { access_token } = await post(`${url}/oauth/token`, {
    grant_type,
    client_id: 'posthorn-cli',
    device_code: device.device_code ?? '',
  })
  assert.match(access_token ?? '', /^pha_/)

  // An invalid request ends here, with a message, before anyone signs in.
  const faulty = await page.goto(`${url}/oauth/authorize?client_id=${client_id}&redirect_uri=https://evil.example.com/`)
  assert.equal(faulty?.status(), 400)
  await page.getByRole('heading', { name: 'This app can’t connect' }).waitFor()
  assert.deepEqual(
    faults.filter((fault) => !/status of 40[04]/.test(fault)),
    [],
  )
})

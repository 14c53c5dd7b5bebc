import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { everySetting } from '#app/config.ts'
import { connectors } from '#app/connectors.ts'
import { issueCodes } from '#connectors/contract/codes/issue-codes.ts'
import { lossCodes } from '#connectors/contract/codes/loss-codes.ts'
import { waitCodes } from '#connectors/contract/codes/wait-codes.ts'
import { settingName } from '#infra/config/table/network-settings.ts'
import type { Setting } from '#infra/config/table/setting.ts'
import { refusals } from '#kernel/errors.ts'
import { findingCodes } from '#modules/admin/index.ts'
import { alertKinds } from '#modules/alerts/index.ts'
import { waitReasons } from '#modules/publishing/index.ts'
import { faultCodes } from '#rules/faults/fault-codes.ts'
import { sentences } from '#rules/faults/sentences.ts'
import { refusals as germanRefusals } from '#rules/german/refusals.ts'
import { networks } from '#rules/network-names.ts'
import { alerts as germanAlerts } from '#web/i18n/de/admin/alerts.ts'
import { networks as germanNetworks, secrets as germanSecrets } from '#web/i18n/de/admin/networks.ts'
import { selfTests as germanTests } from '#web/i18n/de/admin/self-tests.ts'
import { hints } from '#web/i18n/de/connections.ts'
import { faults, rules } from '#web/i18n/de/faults.ts'
import { verdicts as german, losses, rests, waits } from '#web/i18n/de/verdicts.ts'

const message = 'The service says this in English.'

/** Refusals that no page can cause, only other programs. */
const forPrograms = new Set([
  'chat_secret_invalid',
  'cron_secret_invalid',
  'cursor_invalid',
  'deletion_not_found',
  'headers_too_large',
  'idempotency_key_reused',
  'malformed_json',
  'malformed_request',
  'method_not_allowed',
  'multipart_invalid',
  'not_acceptable',
  'origin_forbidden',
  'platform_without_webhooks',
  'range_not_satisfiable',
  'refresh_token_invalid',
  'signed_request_invalid',
  'unsupported_media_type',
  'webhook_challenge_refused',
  'webhook_signature_invalid',
])

/** Lists the service's error codes for single fields, as in its source. */
function sourceCodes(): string[] {
  const files = globSync('{src/modules,src/infra/http,rules/faults}/**/*.ts').filter(
    (path) => !/\.test\.ts$|\/tests\//.test(path),
  )
  return files.flatMap((path) => {
    const source = readFileSync(path, 'utf8')
    if (!/refuseInput|\bFault\b|\binvalid\(|\bPostIssue\b|addIssue/.test(source)) return []
    const codes = [...source.matchAll(/(?:\bcode: |\bfault: |\bfault\(|\bunchecked\()'([a-z_]+)'/g)].map(
      ([, code]) => code ?? '',
    )
    // An issue of a schema has zod’s own code, which `faultsOf` replaces.
    return codes.filter((code) => code !== 'custom' || !source.includes('addIssue'))
  })
}

test('each finding of a check has a German text', () => {
  const wordless = Object.keys(issueCodes).filter((code) => german.issue({ code, message: message }) === message)
  assert.deepEqual(wordless, [])
})

test('each reason for reconnecting an account has a German text', () => {
  assert.deepEqual(Object.keys(losses).toSorted(), Object.keys(lossCodes).toSorted())
  assert.equal(german.loss('brand_new', message), message)
  assert.equal(german.loss(null, message), message)
})

test('each reason why a network is suspended or a call repeated has a German text, also next to a post', () => {
  assert.deepEqual(Object.keys(rests).toSorted(), Object.keys(waitCodes).toSorted())
  for (const code of Object.keys(waitCodes)) {
    assert.notEqual(german.rest(code, message), message)
    assert.notEqual(german.failure(code, message), message)
    for (const reason of ['network_rests', 'account_rests', 'retry'])
      assert.ok(german.wait({ reason, detail: message, code }).includes(german.rest(code, message)))
  }
  assert.equal(german.rest('brand_new', message), message)
  assert.equal(german.rest(null, message), message)
})

test('each reason why a post waits has a German text, as has each that a rehearsal predicts', () => {
  const source = readFileSync('src/modules/posts/rehearsal/schema.ts', 'utf8')
  const foreseen = [...source.matchAll(/reason: z\.enum\(\[(.+)\]\)/g)].flatMap(
    ([, list = '']) => list.match(/\w+/g) ?? [],
  )
  assert.ok(foreseen.length > 4)
  const wordless = [...waitReasons, ...foreseen].filter((reason) => !(reason in waits))
  // The findings of the post's check have their own German texts.
  assert.deepEqual(wordless, ['refused'])
})

test('each field of a direct connect has a German hint', () => {
  const fields = Object.values(connectors).flatMap(({ auth }) => Object.keys(auth.fields?.shape ?? {}))
  assert.deepEqual(Object.keys(hints).toSorted(), [...new Set(fields)].toSorted())
})

test('each refusal that a page can cause has a German text', () => {
  const wordless = Object.keys(refusals).filter((code) => !(code in germanRefusals) && !forPrograms.has(code))
  assert.deepEqual(wordless, [])
})

test('each error of a single field has a German text, and there are none for unknown errors', () => {
  const codes = new Set([...Object.keys(faultCodes), ...sourceCodes()])
  const wordless = [...codes].filter((code) => german.fault({ path: '/name', code, message: message }) === message)
  assert.deepEqual(wordless, [])
  assert.deepEqual(
    Object.keys(faults).filter((code) => !codes.has(code)),
    [],
  )
})

test('each fault of a single field has a code of the catalogue, and the catalogue has no other', () => {
  const codes = new Set(sourceCodes())
  const elsewhere = new Set([...Object.keys(refusals), ...Object.keys(issueCodes)])
  assert.ok(codes.size > 40)
  assert.deepEqual(
    [...codes].filter((code) => !(code in faultCodes) && !elsewhere.has(code)),
    [],
  )
  const source = readFileSync('rules/faults/faults-of.ts', 'utf8')
  assert.deepEqual(
    Object.keys(faultCodes).filter((code) => !codes.has(code) && !source.includes(`'${code}'`)),
    [],
  )
})

test('each setting that a network can lack has a German text', () => {
  const source = readFileSync('src/modules/admin/platforms/modes.ts', 'utf8')
  const [, list = ''] = /\[((?:'[A-Z_]+',? ?)+)\]\.map/.exec(source) ?? []
  const ofApps = list.match(/[A-Z_]+/g) ?? []
  const others = [...source.matchAll(/setting: '([A-Z_]+)'/g)].map(([, name]) => name ?? '')
  assert.deepEqual([ofApps.length, others.length], [2, 1])
  const lacked = [...networks.flatMap((network) => ofApps.map((name) => settingName(network, name))), ...others]
  assert.deepEqual(
    lacked.filter((name) => germanNetworks.whyMissing(name, message) === message),
    [],
  )
  assert.equal(germanNetworks.whyMissing('BRAND_NEW', message), message)
})

test('each secret that can be stored has a German description', () => {
  const storable = Object.entries(everySetting).flatMap(([name, { isStorable }]: [string, Setting]) =>
    isStorable ? [name] : [],
  )
  assert.ok(storable.length > 20)
  assert.deepEqual(
    storable.filter((name) => germanSecrets.about(name, message) === message),
    [],
  )
  assert.equal(germanSecrets.about('BRAND_NEW', message), message)
})

test('each schema rule has a German text, by its name', () => {
  assert.deepEqual(Object.keys(rules).toSorted(), Object.keys(sentences).toSorted())
})

test('an error shows its limit in German, and names its field if it is shown away from it', () => {
  const name = { path: '/name', code: 'too_big', message: 'must be at most 100 characters long' }
  const params = { maximum: 100, unit: 'characters' }
  assert.equal(german.fault({ ...name, params }), 'Hier sind höchstens 100 Zeichen erlaubt.')
  assert.equal(
    german.refusal('validation_failed', message, [{ ...name, params }]),
    'Name: Hier sind höchstens 100 Zeichen erlaubt.',
  )
  assert.equal(german.fault({ path: '/x', code: 'brand_new', message: message }), message)
})

test('a failure with the network’s reason keeps that reason, and an unknown one the service’s message', () => {
  const refused = german.failure('text_refused', 'YouTube rejected the description: “No links, please.”')
  assert.equal(refused, 'Das Netzwerk lehnt den Text ab. Das Netzwerk sagt: „No links, please.“')
  assert.equal(german.failure('brand_new', message), message)
  assert.equal(german.failure(null, message), message)
})

test('every German text for a refusal belongs to one that the service knows', () => {
  assert.deepEqual(
    Object.keys(germanRefusals).filter((code) => !(code in refusals)),
    [],
  )
})

test('each alert that the service raises has a German text', () => {
  for (const kind of alertKinds) {
    assert.notEqual(germanAlerts.say({ kind, subject: null, message: message }), message)
    assert.ok(kind in germanAlerts.kinds)
  }
})

test('each result of a self-test has a German text, and one of an earlier version the service’s message', () => {
  assert.ok(findingCodes.length > 30)
  for (const code of findingCodes) {
    const words = germanTests.found({ code, detail: message })
    assert.notEqual(words, message, code)
    assert.ok(!words.includes(message) || words.endsWith(` Die Meldung: „${message}“`), code)
  }
  for (const code of ['brand_new', null]) assert.equal(germanTests.found({ code, detail: message }), message)
})

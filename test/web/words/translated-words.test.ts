import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { everySetting } from '#app/config.ts'
import { connectors } from '#app/connectors.ts'
import { issueCodes, lossCodes, waitCodes } from '#connectors/contract/codes.ts'
import { settingName } from '#infra/config/table/network-settings.ts'
import type { Setting } from '#infra/config/table/setting.ts'
import { refusals } from '#kernel/errors.ts'
import { findingCodes } from '#modules/admin/index.ts'
import { alertKinds } from '#modules/alerts/index.ts'
import { waitReasons } from '#modules/publishing/index.ts'
import { faultCodes } from '#rules/faults/fault-codes.ts'
import { sentences } from '#rules/faults/sentences.ts'
import type { Language } from '#rules/languages/languages.ts'
import { networks } from '#rules/network-names.ts'
import * as de from './languages/de.ts'
import * as es from './languages/es.ts'
import * as fr from './languages/fr.ts'

type Translation = Exclude<Language, 'en'>
const translations: Readonly<Record<Translation, typeof de>> = { de, es, fr }

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

test('each error in a single field has a code from the catalog, and the catalog has no other codes', () => {
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

for (const [language, words] of Object.entries(translations)) {
  const { alerts, ofNetworks, secrets, selfTests, hints, faults, rules, verdicts, losses, rests, waits } = words
  const { refusalWords, examples } = words

  test(`${language}: each issue that a check can report has a text`, () => {
    const wordless = Object.keys(issueCodes).filter((code) => verdicts.issue({ code, message }) === message)
    assert.deepEqual(wordless, [])
  })

  test(`${language}: each reason for reconnecting an account has a text`, () => {
    assert.deepEqual(Object.keys(losses).toSorted(), Object.keys(lossCodes).toSorted())
    assert.equal(verdicts.loss('brand_new', message), message)
    assert.equal(verdicts.loss(null, message), message)
  })

  test(`${language}: each reason why a network is suspended or a call repeated has a text, also next to a post`, () => {
    assert.deepEqual(Object.keys(rests).toSorted(), Object.keys(waitCodes).toSorted())
    for (const code of Object.keys(waitCodes)) {
      assert.notEqual(verdicts.rest(code, message), message)
      assert.notEqual(verdicts.failure(code, message), message)
      for (const reason of ['network_rests', 'account_rests', 'retry'])
        assert.ok(verdicts.wait({ reason, detail: message, code }).includes(verdicts.rest(code, message)))
    }
    assert.equal(verdicts.rest('brand_new', message), message)
    assert.equal(verdicts.rest(null, message), message)
  })

  test(`${language}: each reason why a post waits has a text, and so does each reason that a rehearsal predicts`, () => {
    const source = readFileSync('src/modules/posts/rehearsal/schema.ts', 'utf8')
    const foreseen = [...source.matchAll(/reason: z\.enum\(\[(.+)\]\)/g)].flatMap(
      ([, list = '']) => list.match(/\w+/g) ?? [],
    )
    assert.ok(foreseen.length > 4)
    const wordless = [...waitReasons, ...foreseen].filter((reason) => !(reason in waits))
    // The findings of the post's check have their own texts.
    assert.deepEqual(wordless, ['refused'])
  })

  test(`${language}: each field for connecting an account directly has a hint`, () => {
    const fields = Object.values(connectors).flatMap(({ auth }) => Object.keys(auth.fields?.shape ?? {}))
    assert.deepEqual(Object.keys(hints).toSorted(), [...new Set(fields)].toSorted())
  })

  test(`${language}: each refusal that a page can cause has a text`, () => {
    const wordless = Object.keys(refusals).filter((code) => !(code in refusalWords) && !forPrograms.has(code))
    assert.deepEqual(wordless, [])
  })

  test(`${language}: each error in a single field has a text, and no text exists for an unknown error`, () => {
    const codes = new Set([...Object.keys(faultCodes), ...sourceCodes()])
    const wordless = [...codes].filter((code) => verdicts.fault({ path: '/name', code, message }) === message)
    assert.deepEqual(wordless, [])
    assert.deepEqual(
      Object.keys(faults).filter((code) => !codes.has(code)),
      [],
    )
  })

  test(`${language}: each setting that a network may be missing has a text`, () => {
    const source = readFileSync('src/modules/admin/platforms/modes.ts', 'utf8')
    const [, list = ''] = /\[((?:'[A-Z_]+',? ?)+)\]\.map/.exec(source) ?? []
    const ofApps = list.match(/[A-Z_]+/g) ?? []
    const others = [...source.matchAll(/setting: '([A-Z_]+)'/g)].map(([, name]) => name ?? '')
    assert.deepEqual([ofApps.length, others.length], [2, 1])
    const lacked = [...networks.flatMap((network) => ofApps.map((name) => settingName(network, name))), ...others]
    assert.deepEqual(
      lacked.filter((name) => ofNetworks.whyMissing(name, message) === message),
      [],
    )
    assert.equal(ofNetworks.whyMissing('BRAND_NEW', message), message)
  })

  test(`${language}: each secret that can be stored has a description`, () => {
    const storable = Object.entries(everySetting).flatMap(([name, { isStorable }]: [string, Setting]) =>
      isStorable ? [name] : [],
    )
    assert.ok(storable.length > 20)
    assert.deepEqual(
      storable.filter((name) => secrets.about(name, message) === message),
      [],
    )
    assert.equal(secrets.about('BRAND_NEW', message), message)
  })

  test(`${language}: each schema rule has a text, by its name`, () => {
    assert.deepEqual(Object.keys(rules).toSorted(), Object.keys(sentences).toSorted())
  })

  test(`${language}: an error shows its limit, and names its field if it is not shown next to it`, () => {
    const name = { path: '/name', code: 'too_big', message: 'must be at most 100 characters long' }
    const params = { maximum: 100, unit: 'characters' }
    const { limit, named } = examples
    assert.equal(verdicts.fault({ ...name, params }), limit)
    assert.equal(verdicts.refusal('validation_failed', message, [{ ...name, params }]), named)
    assert.equal(verdicts.fault({ path: '/x', code: 'brand_new', message }), message)
  })

  test(`${language}: a failure with the network’s reason keeps that reason, and an unknown failure keeps the service’s message`, () => {
    const refused = verdicts.failure('text_refused', 'YouTube rejected the description: “No links, please.”')
    assert.equal(refused, examples.refused)
    assert.equal(verdicts.failure('brand_new', message), message)
    assert.equal(verdicts.failure(null, message), message)
  })

  test(`${language}: every text for a refusal belongs to a refusal that the service knows`, () => {
    assert.deepEqual(
      Object.keys(refusalWords).filter((code) => !(code in refusals)),
      [],
    )
  })

  test(`${language}: each alert that the service raises has a text`, () => {
    for (const kind of alertKinds) {
      assert.notEqual(alerts.say({ kind, subject: null, message }), message)
      assert.ok(kind in alerts.kinds)
    }
  })

  test(`${language}: each self-test result has a text, and a result from an earlier version keeps the service’s message`, () => {
    assert.ok(findingCodes.length > 30)
    for (const code of findingCodes) {
      const words = selfTests.found({ code, detail: message })
      assert.notEqual(words, message, code)
      assert.ok(!words.includes(message) || words.endsWith(` ${examples.quoted(message)}`), code)
    }
    for (const code of ['brand_new', null]) assert.equal(selfTests.found({ code, detail: message }), message)
  })
}

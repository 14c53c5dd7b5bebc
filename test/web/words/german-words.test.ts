import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueCodes } from '#connectors/contract/issue-codes.ts'
import { refusals } from '#kernel/errors.ts'
import { verdicts as german } from '#web/i18n/de/verdicts/index.ts'
import { refusals as germanRefusals } from '#web/i18n/de/verdicts/refusals.ts'

const said = 'The service says this in English.'

test('each finding of a check has German words', () => {
  const wordless = Object.keys(issueCodes).filter((code) => german.issue({ code, message: said }) === said)
  assert.deepEqual(wordless, [])
})

test('a failure with a reason that the network gave keeps that reason, and an unknown one what the service said', () => {
  const refused = german.failure('text_refused', 'YouTube rejected the description: “No links, please.”')
  assert.equal(refused, 'Das Netzwerk lehnt den Text ab. Das Netzwerk sagt: „No links, please.“')
  assert.equal(german.failure('brand_new', said), said)
  assert.equal(german.failure(null, said), said)
})

test('no German words are for a refusal that the service does not know', () => {
  assert.deepEqual(
    Object.keys(germanRefusals).filter((code) => !(code in refusals)),
    [],
  )
})

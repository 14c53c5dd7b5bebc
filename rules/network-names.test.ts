import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aliasesOf, networks, platformFields, platformIdOf, readPlatform } from './network-names.ts'

test('each network is recognized by platform ID, name and aliases, and written as its platform ID', () => {
  for (const network of networks)
    for (const text of [platformIdOf(network), network, ...aliasesOf(network)])
      assert.equal(readPlatform(text), network, text)
  assert.deepEqual(platformFields('x'), { platform: 'net-d', network: 'x' })
  assert.equal(readPlatform('twitter'), 'x')
})

test('no two networks share an ID or a name', () => {
  const every = networks.flatMap((network) => [platformIdOf(network), ...aliasesOf(network)])
  assert.equal(new Set(every).size, every.length)
})

test('no other text is recognized as a network', () => {
  for (const text of ['', 'net-z', 'Bluesky', 'netgroup', 'constructor']) assert.equal(readPlatform(text), null, text)
})

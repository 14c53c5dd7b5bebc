import assert from 'node:assert/strict'
import { test } from 'node:test'
import { earliestMs, plainText, readBack, selectOnly } from './search.ts'

const pages = [['d', 'c'], ['b'], ['a']]
const pageOf = async (at = 0) => ({ posts: pages[at] ?? [], isLast: at === 2, next: at + 1 })

test('a list is complete if it was read to its last page, but not if the page limit was reached or the cursor lost', async () => {
  assert.deepEqual(await readBack(3, pageOf), { posts: ['d', 'c', 'b', 'a'], isWhole: true })
  assert.deepEqual(await readBack(2, pageOf), { posts: ['d', 'c', 'b'], isWhole: false })
  const lost = await readBack(3, async (at?: number) => ({ ...(await pageOf(at)), next: undefined }))
  assert.deepEqual(lost, { posts: ['d', 'c'], isWhole: false })
})

test('a single match is a hit, two matches are uncertain, and no match means absent only in a complete list', async () => {
  const select = (posts: string[], isWhole: boolean) => selectOnly({ posts, isWhole }, (post) => post.startsWith('our'))
  assert.equal(await select(['ours', 'theirs'], true), 'ours')
  assert.equal(await select(['ours', 'theirs'], false), 'ours')
  assert.equal(await select(['ours', 'our second'], true), 'unsure')
  assert.equal(await select(['theirs'], true), 'absent')
  assert.equal(await select(['theirs'], false), 'unsure')
})

test('a post is found even if the network’s clock is two minutes behind or the text was trimmed', () => {
  assert.equal(earliestMs(new Date('2027-01-13T12:02:00.000Z')), Date.parse('2027-01-13T12:00:00.000Z'))
  assert.equal(plainText(' one\r\ntwo \n'), 'one\ntwo')
  assert.equal(plainText('e\u0301'), 'é')
})

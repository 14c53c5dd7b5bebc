import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { createSandbox, type Sandbox } from '../../sandbox/index.ts'

/**
 * Behavior of networks that misleads those who read and answer comments. Each trap can be staged in the sandbox, and has
 * a test that walks into it.
 */
interface Trap {
  readonly trap: string
  readonly network: string
  readonly stagedBy: { readonly act: string } | { readonly setting: string } | { readonly fault: string }
  readonly file: string
  /** The end of the test's name. */
  readonly test: string
}

const reading = 'test/connector-suite/inbox-of-posts.test.ts'
const rereading = 'test/connector-suite/recheck.test.ts'
const ofPosts = 'src/modules/inbox/inbox-of-posts.test.ts'

const traps: readonly Trap[] = [
  {
    trap: 'a comment is created, and the response is an error',
    network: 'instagram',
    stagedBy: { fault: 'error_after' },
    file: 'test/connector-suite/replies.test.ts',
    test: 'an error after the reply was written is a doubt, and the call names no fields',
  },
  {
    trap: 'a response is lost',
    network: 'facebook',
    stagedBy: { fault: 'drop_after' },
    file: 'test/connector-suite/replies.test.ts',
    test: 'a reply whose response was lost is found, and not sent again',
  },
  {
    trap: 'a comment appears in lists only after 30 seconds',
    network: 'facebook',
    stagedBy: { setting: 'listing_lag_ms' },
    file: reading,
    test: 'a comment that appears late is read',
  },
  {
    trap: 'a comment is held as spam',
    network: 'youtube',
    stagedBy: { act: 'moderate_comment' },
    file: 'src/connectors/youtube/inbox/inbox.test.ts',
    test: 'held and suspected comments are read with their state, and lose it once they are published',
  },
  {
    trap: 'the parent is deleted between the list and the reply',
    network: 'facebook',
    stagedBy: { act: 'delete_comment' },
    file: reading,
    test: 'the reply to a deleted comment is read without the one above it',
  },
  {
    trap: 'a comment is deleted while it is answered',
    network: 'mastodon',
    stagedBy: { act: 'delete_comment' },
    file: 'src/modules/inbox/reading/recheck.test.ts',
    test: 'a reply that waits fails when its comment is deleted, and nothing is sent',
  },
  {
    trap: 'a webhook comes twice, in reverse order and 36 hours late, or is signed with another secret',
    network: 'facebook',
    stagedBy: { act: 'send_webhook' },
    file: ofPosts,
    test: 'twice, in reverse and 36 hours late it changes nothing',
  },
  ...[
    { network: 'facebook', setting: 'ranks_comments' },
    { network: 'instagram', setting: 'ranksComments' },
    { network: 'threads', setting: 'ranksReplies' },
  ].map(({ network, setting }) => ({
    trap: 'a list is ranked, whatever order is requested',
    network,
    stagedBy: { setting },
    file: reading,
    test: 'a new comment at the end of a ranked list is read, after hundreds of old ones',
  })),
  {
    trap: 'a time bounds posts instead of comments',
    network: 'facebook',
    stagedBy: { act: 'comment' },
    file: reading,
    test: 'the time of the last reading bounds comments, not posts',
  },
  {
    trap: 'a page of a list is empty although the list continues',
    network: 'facebook',
    stagedBy: { act: 'ban_commenter' },
    file: reading,
    test: 'pages without the comments of restricted people do not end the list',
  },
  {
    trap: 'a cursor ends early, because its comment was deleted',
    network: 'threads',
    stagedBy: { act: 'delete_comment' },
    file: reading,
    test: 'a comment that is deleted between two pages does not end the list',
  },
  {
    trap: 'a reply leaves its thread where it is',
    network: 'youtube',
    stagedBy: { setting: 'repliesMoveThreads' },
    file: 'src/connectors/youtube/inbox/inbox.test.ts',
    test: 'which leave it where it is',
  },
  {
    trap: 'one field that the app may not read fails the call',
    network: 'instagram',
    stagedBy: { setting: 'closedCommentFields' },
    file: reading,
    test: 'reads everything else',
  },
  {
    trap: 'the words of restricted people look like deleted ones',
    network: 'instagram',
    stagedBy: { act: 'restrict_commenter' },
    file: rereading,
    test: 'what the network hides of restricted people is unclear, and so is what others delete',
  },
  {
    trap: 'an outage hides what exists',
    network: 'bluesky',
    stagedBy: { act: 'deactivate' },
    file: 'src/modules/inbox/reading/recheck.test.ts',
    test: 'a comment that one look misses stays, and so does one during an outage',
  },
]

let sandbox: Sandbox
before(async () => {
  sandbox = await createSandbox()
})
after(() => sandbox.close())

test('each trap can be staged in the sandbox', () => {
  const missing = traps.filter(({ network, stagedBy }) => {
    const { acts, settings } = sandbox.network(network)
    if ('act' in stagedBy) return !Object.hasOwn(acts, stagedBy.act)
    if ('setting' in stagedBy) return !Object.hasOwn(settings.read(), stagedBy.setting)
    sandbox.faults.add({ network, kind: stagedBy.fault as Parameters<Sandbox['faults']['add']>[0]['kind'] })
    return sandbox.faults.list().length === 0
  })
  assert.deepEqual(missing, [])
})

test('each trap has a test that walks into it', async () => {
  const missing = []
  for (const { trap, file, test: name } of traps) if (!(await readFile(file, 'utf8')).includes(name)) missing.push(trap)
  assert.deepEqual(missing, [])
})

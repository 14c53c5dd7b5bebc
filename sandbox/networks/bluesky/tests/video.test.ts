import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seconds } from '../../../core/kit/clock.ts'
import { aKey, mp4, openBluesky, type Person } from './kit.ts'

async function upload(t: Awaited<ReturnType<typeof openBluesky>>, alice: Person, bytes: Buffer) {
  const aud = `did:web:${new URL(t.pds).hostname}`
  const exp = String(Math.floor(t.sandbox.clock.ms() / 1_000) + 1_800)
  const query = { aud, lxm: 'com.atproto.repo.uploadBlob', exp }
  const { token } = (await alice.get('com.atproto.server.getServiceAuth', query)).body
  return t.call(`/xrpc/app.bsky.video.uploadVideo?did=${alice.did}&name=clip.mp4`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'video/mp4' },
    body: new Uint8Array(bytes),
  })
}

test('4.5 Video: processing follows the clock, and the blob exists when it is done', async () => {
  await using t = await openBluesky()
  const alice = await t.person()
  const { jobId, state } = (await upload(t, alice, mp4())).body
  assert.equal(state, 'JOB_STATE_CREATED')
  const status = async () => (await t.get('app.bsky.video.getJobStatus', { jobId })).body.jobStatus
  t.advance(seconds(2))
  const midway = await status()
  assert.match(midway.state, /^JOB_STATE_(?:ENCODED|SCANNING|SCANNED|UPLOADING)$/)
  assert.equal(midway.blob, undefined)
  t.advance(seconds(1))
  const { state: end, blob } = await status()
  assert.deepEqual([end, blob.mimeType], ['JOB_STATE_COMPLETED', 'video/mp4'])
  const embed = { $type: 'app.bsky.embed.video', video: blob, alt: 'waves', aspectRatio: { width: 16, height: 9 } }
  assert.equal((await alice.put(aKey(), { text: '', embed })).status, 200)
  assert.deepEqual(
    t.sandbox.ledger.entries()[0]?.media.map(({ kind, alt }) => [kind, alt]),
    [['video', 'waves']],
  )
})

test('4.5 Video: sending the same bytes again returns 409 already_exists with the earlier job', async () => {
  await using t = await openBluesky()
  const alice = await t.person()
  const first = await upload(t, alice, mp4())
  t.advance(seconds(3))
  const again = await upload(t, alice, mp4())
  assert.deepEqual([again.status, again.body.error, again.body.jobId], [409, 'already_exists', first.body.jobId])
  assert.ok(again.body.blob.ref.$link)
})

test('4.5 Video: bytes that are not a video create a job that fails, and may be sent again', async () => {
  await using t = await openBluesky()
  const alice = await t.person()
  const { jobId } = (await upload(t, alice, Buffer.from('not a video at all'))).body
  t.advance(seconds(2))
  const { jobStatus } = (await t.get('app.bsky.video.getJobStatus', { jobId })).body
  assert.deepEqual([jobStatus.state, jobStatus.failureCode], ['JOB_STATE_FAILED', 'validation_failure'])
  assert.equal((await upload(t, alice, Buffer.from('not a video at all'))).status, 200)
})

test('4.5 Video: the daily limits are reported and enforced, and a confirmed email address is required', async () => {
  await using t = await openBluesky()
  const alice = await t.person()
  await t.control('/settings', { network: 'bluesky', settings: { maxVideosPerDay: 1 } })
  const limits = async () => {
    const query = { aud: 'did:web:video.bsky.app', lxm: 'app.bsky.video.getUploadLimits' }
    const { token } = (await alice.get('com.atproto.server.getServiceAuth', query)).body
    return (await t.get('app.bsky.video.getUploadLimits', {}, token)).body
  }
  assert.deepEqual([(await limits()).canUpload, (await limits()).remainingDailyVideos], [true, 1])
  assert.equal((await upload(t, alice, mp4())).status, 200)
  assert.deepEqual([(await limits()).canUpload, (await limits()).error], [false, 'DailyLimitExceeded'])
  assert.equal((await upload(t, alice, mp4(80))).body.error, 'DailyLimitExceeded')
  await t.control('/act', { network: 'bluesky', account: 'alice', act: 'unconfirm_email' })
  assert.equal((await limits()).error, 'UploadForbidden')
})

test('slow_processing: the fault delays the processing, not the response', async () => {
  await using t = await openBluesky()
  const alice = await t.person()
  await t.control('/faults', { network: 'bluesky', kind: 'slow_processing', delayMs: 60_000, times: 1 })
  const { jobId } = (await upload(t, alice, mp4())).body
  t.advance(seconds(10))
  const status = async () => (await t.get('app.bsky.video.getJobStatus', { jobId })).body.jobStatus.state
  assert.notEqual(await status(), 'JOB_STATE_COMPLETED')
  t.advance(seconds(53))
  assert.equal(await status(), 'JOB_STATE_COMPLETED')
})

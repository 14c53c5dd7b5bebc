import assert from 'node:assert/strict'
import { nextMidnight } from '#connectors/youtube/verdicts/verdicts.ts'
import { minutes } from '#kernel/clock.ts'
import { fileOf } from '../connector-suite/files.ts'
import type { Person, TestApp } from '../harness/app.ts'
import { connectHeadless } from './oauth.ts'
import { done } from './people.ts'
import { withKey } from './posts.ts'

/** Connects the channel of a person of the sandbox. Returns the ID of the account. */
async function connectYoutube(t: TestApp, person: Person, profileId: string, login: string): Promise<string> {
  const answer = await connectHeadless(t, person, 'youtube', profileId, { login })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.accountId
}

/** Uploads a public video to a channel of the sandbox, as its owner does in YouTube Studio. */
async function uploadVideo(t: TestApp, login: string): Promise<void> {
  const { bytes } = fileOf('video/mp4')
  const { accessToken } = t.sandbox.network('youtube').connect(login)
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
  const begun = await fetch(
    `${t.sandbox.url}/youtube/upload/youtube/v3/videos?uploadType=resumable&part=snippet,status`,
    {
      method: 'POST',
      headers: { ...headers, 'x-upload-content-length': `${bytes.length}`, 'x-upload-content-type': 'video/mp4' },
      body: JSON.stringify({
        snippet: { title: 'The harbour', categoryId: '22' },
        status: { privacyStatus: 'public', selfDeclaredMadeForKids: false },
      }),
    },
  )
  const sent = await fetch(begun.headers.get('location') ?? '', {
    method: 'PUT',
    headers: { 'content-range': `bytes 0-${bytes.length - 1}/${bytes.length}`, 'content-type': 'video/mp4' },
    body: new Uint8Array(bytes),
  })
  assert.equal(sent.status, 200, await sent.text())
}

/** The calls of the inbox to YouTube since a place in the sandbox's log, by channel. */
export function callsBy({ sandbox }: TestApp, since: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { call, account } of sandbox.calls.list({ network: 'youtube', after: since }).calls)
    if ((call === 'listCommentThreads' || call === 'listComments') && account)
      counts.set(account, (counts.get(account) ?? 0) + 1)
  return counts
}
export const sum = (counts: Iterable<number>) => [...counts].reduce((all, one) => all + one, 0)

/** Adds a person with a brand and a channel that has a video. */
export async function addChannel(t: TestApp, login: string) {
  const person: Person = await t.as(login)
  const profileId: string = done(await person.post('/v1/profiles', { name: login })).body.id
  const accountId = await connectYoutube(t, person, profileId, login)
  await uploadVideo(t, login)
  const api = await withKey(t, person, ['inbox:read', 'inbox:write'])
  const comment = (body: string) => t.sandbox.network('youtube').acts.comment?.(login, { body })
  const problem = async () =>
    done(await api.get(`/v1/inbox/accounts?profileId=${profileId}`)).body.accounts[0].problem?.code ?? null
  const texts = async () =>
    done(await api.get(`/v1/inbox/conversations?profileId=${profileId}&limit=100`)).body.conversations.map(
      ({ last }: { last: { text: string } }) => last.text,
    )
  const turnOn = async () => done(await api.patch(`/v1/inbox/accounts/${accountId}`, { isOn: true }))
  const finish = async () => {
    const { conversations } = done(await api.get(`/v1/inbox/conversations?profileId=${profileId}&limit=100`)).body
    for (const { id } of conversations) done(await api.patch(`/v1/inbox/conversations/${id}`, { state: 'done' }))
  }
  return { login, comment, problem, texts, turnOn, finish }
}

/** Moves the clock to the beginning of a day of YouTube's quota. */
export const toMidnight = (t: TestApp) => t.advance(nextMidnight(t.now()).getTime() - t.now().getTime() + minutes(1))

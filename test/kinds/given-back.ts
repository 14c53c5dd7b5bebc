import assert from 'node:assert/strict'
import type { KindStage } from './stage.ts'

interface Sent {
  readonly text: string
  readonly media: readonly { readonly kind: string; readonly altText: string | null }[]
}
interface Back {
  readonly part: number
  readonly state: string
  readonly title: string | null
  readonly text: string | null
  readonly isCut: boolean
  readonly media: readonly { readonly kind: string | null; readonly altText: string | null }[] | null
  readonly tellsAltTexts: boolean
}

/**
 * Reads a published post back from its network, and checks that each part has the text, the title and the files that
 * were sent, as far as the network returns them. Returns the reason if the network was not read, or null.
 */
export async function checkGivenBack({ by }: KindStage, postId: string, targetId: string): Promise<string | null> {
  const back = await by.get(`/v1/posts/${postId}/targets/${targetId}/read-back`)
  assert.equal(back.status, 200, back.text)
  const { unread, parts } = back.body as { unread: { reason: string } | null; parts: readonly Back[] }
  if (unread) return unread.reason
  const [walk] = (await by.get(`/v1/posts/${postId}/publications`)).body
  assert.equal(parts.length, walk.sent.parts.length, 'every part is given back')
  for (const part of parts) checkPart(walk.sent.parts[part.part], part, walk.sent.title ?? '')
  return null
}

function checkPart(
  sent: Sent,
  { state, part, title, text, isCut, media, tellsAltTexts }: Back,
  sentTitle: string,
): void {
  assert.equal(state, 'there')
  if (title !== null && part === 0) assert.equal(title, sentTitle)
  assert.equal(text, isCut ? sent.text.slice(0, text?.length) : sent.text)
  if (media === null) return
  const kindOf = (nth: number) => media[nth]?.kind ?? sent.media[nth]?.kind
  assert.deepEqual(
    media.map((_, nth) => kindOf(nth)),
    sent.media.map(({ kind }) => kind),
  )
  if (tellsAltTexts)
    assert.deepEqual(
      media.map(({ altText }) => altText),
      sent.media.map(({ altText }) => altText),
    )
}

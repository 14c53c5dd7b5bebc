import assert from 'node:assert/strict'
import { days } from '#kernel/clock.ts'
import { fromWire, newId, toWire } from '#kernel/ids.ts'
import type { Person, TestApp } from '../harness/app.ts'
import { oauthApp } from '../world/apps.ts'
import { firstItem, senderIn, storeConversation, storeReply } from '../world/inbox.ts'
import { passkeyBrowser } from '../world/passkeys.ts'
import { plain } from '../world/pictures.ts'

interface Named {
  readonly id: string
  readonly name: string
}

/** An owner with every kind of object, members, and a stranger. */
export interface World {
  readonly owner: Person
  readonly admin: Person
  readonly editor: Person
  readonly viewer: Person
  readonly contributor: Person
  readonly approver: Person
  /** Another member, who is the target of actions. */
  readonly other: Person
  readonly stranger: Person
  /** Profiles shared with the members. */
  readonly profile: Named
  readonly second: Named
  /** A profile that only the owner can see. */
  readonly alone: Named
  readonly linkId: string
  readonly hiddenLinkId: string
  readonly inviteId: string
  readonly inviteEmail: string
  readonly picture: Buffer
  /** A file in the shared profile, and one that only the owner can see. */
  readonly mediaId: string
  readonly mediaPath: string
  readonly hiddenMediaId: string
  readonly hiddenMediaName: string
  /** An upload URL in the shared profile that has not received its file. */
  readonly promisedPath: string
  /** An account of the shared profile, and one of the owner's own profile. */
  readonly accountId: string
  readonly hiddenAccountId: string
  readonly hiddenHandle: string
  /** A draft in the shared profile with its target, and a draft in the owner's own profile. */
  readonly postId: string
  readonly targetId: string
  readonly hiddenPostId: string
  /** A draft that no test publishes, with its target: contributors can change it. */
  readonly draftId: string
  readonly draftTargetId: string
  /** The draft that the recurring rule copies. */
  readonly templateId: string
  /** A recurring rule, and its next run. */
  readonly ruleId: string
  readonly nextRunAt: string
  /** A share link to the draft in the shared profile, and a comment left with it. */
  readonly shareLinkId: string
  readonly calendarFeedId: string
  readonly accountSetId: string
  readonly savedTextId: string
  readonly slotPlanId: string
  readonly noteId: string
  /** A guest of the shared profile, and the token of their link. */
  readonly guestId: string
  readonly guestToken: string
  readonly teamCommentId: string
  readonly conversationId: string
  readonly inboxItemId: string
  readonly inboxReplyId: string
  readonly inboxNoteId: string
  readonly senderId: string
  readonly inboxRuleId: string
  readonly draftTeamCommentId: string
  readonly ideaId: string
  /** A stage without ideas. */
  readonly stageId: string
  readonly mentionId: string
  readonly calendarSourceId: string
  /** A shared view. */
  readonly viewId: string
  /** Labels of the shared profile. */
  readonly labelId: string
  readonly otherLabelId: string
  readonly commentId: string
  /** An endpoint for all profiles of the owner, and a delivery to it. */
  readonly webhookUrl: string
  readonly anotherWebhookUrl: string
  readonly webhookId: string
  readonly deliveryId: string
  /** A second sign-in of the owner. */
  readonly sessionId: string
  readonly keyId: string
  /** Returns the ID of an app that acts for the owner. The first call authorizes it; most worlds need none. */
  letAppIn(): Promise<string>
  /** Returns the ID of a passkey of the owner. The first call adds it. */
  addPasskey(): Promise<string>
  readonly keyName: string
}

let worlds = 0
export async function makeWorld(t: TestApp): Promise<World> {
  worlds += 1
  const mark = `w${worlds}z`
  const names = ['olga', 'adam', 'edna', 'vera', 'cora', 'abel', 'otto', 'stan']
  const [owner, admin, editor, viewer, contributor, approver, other, stranger] = (await Promise.all(
    names.map((name) => t.as(`${name}-${mark}`)),
  )) as [Person, Person, Person, Person, Person, Person, Person, Person]
  const make = async (path: string, body: object) => {
    const answer = await owner.post(path, body)
    assert.ok(answer.status < 300, `${path}: ${answer.text}`)
    return answer.body
  }
  const named = (name: string): Promise<Named> => make('/v1/profiles', { name: `${name}-${mark}` })
  const [profile, second, alone] = [await named('shared'), await named('second'), await named('alone')]
  const grants = [
    { role: 'admin', uid: admin.uid },
    { role: 'editor', uid: editor.uid },
    { role: 'viewer', uid: viewer.uid },
    { role: 'contributor', uid: contributor.uid },
    { role: 'approver', uid: approver.uid },
    { role: 'viewer', uid: other.uid },
  ] as const
  const rows = [profile, second].flatMap(({ id }) =>
    grants.map(({ role, uid }) => ({
      profileId: fromWire('prof', id)!,
      uid: fromWire('usr', uid)!,
      role,
      createdAt: t.now(),
    })),
  )
  await t.db.insertInto('profileMember').values(rows).execute()
  const picture = await plain(2, 2).png().toBuffer()
  const upload = async (fileName: string, fields: Readonly<Record<string, string>>) => {
    const answer = await owner.upload('/v1/media/upload', { file: picture, fileName, fields })
    assert.equal(answer.status, 200, answer.text)
    return answer.body as { id: string; storagePath: string }
  }
  const media = await upload(`shared-${mark}.png`, { profileId: profile.id })
  const hiddenMediaName = `alone-${mark}.png`
  const announced = { fileName: 'a.png', contentType: 'image/png', profileId: profile.id }
  const hiddenHandle = `user-${worlds * 2}.sandbox`
  const connect = async ({ id: profileId }: Named, identifier: string): Promise<string> =>
    (await make('/v1/platforms/bluesky/connect', { profileId, identifier, appPassword: 'sand-boxx-pass-word' })).id
  const inviteEmail = `invited-${mark}@example.org`
  const keyName = `key-${mark}`
  const accountId = await connect(profile, `user-${worlds * 2 - 1}.sandbox`)
  const draft = ({ id: profileId }: Named) =>
    make('/v1/posts', { profileId, content: `of ${mark}`, platforms: ['bluesky'], saveAsDraft: true })
  const talkOn = async (id: string): Promise<string> =>
    (await make(`/v1/posts/${id}/team-comments`, { text: 'Please check the price.' })).id
  const post: { id: string; targets: { id: string }[] } = await draft(profile)
  const untouched: typeof post = await draft(profile)
  const template: typeof post = await draft(profile)
  const rule = await make('/v1/recurring-posts', { postId: template.id, cron: '0 9 * * *', timezone: 'UTC' })
  const share: { id: string } = await make(`/v1/posts/${post.id}/share-link`, { comments: true })
  // One IP address can leave only a few comments a minute, so this one bypasses the API.
  const commentId = newId<'cmt'>(t.now())
  const comment = { id: commentId, ownerUid: fromWire('usr', owner.uid)!, postId: fromWire('post', post.id)! }
  const values = { linkId: fromWire('shr', share.id), name: 'Maria', text: 'Nice', fineByMe: false, createdAt: t.now() }
  await t.db
    .insertInto('postComment')
    .values({ ...comment, ...values })
    .execute()
  const guest: { id: string; url: string } = await make(`/v1/profiles/${profile.id}/guests`, {
    name: 'Greta',
    email: `greta-${mark}@example.org`,
    postId: post.id,
    expiresAt: new Date(t.now().getTime() + days(300)).toISOString(),
    send: false,
  })
  let app: Promise<string> | undefined
  let passkey: Promise<string> | undefined
  const webhookUrl = `${t.sandbox.url}/receiver/${mark}`
  const { id: webhookId } = await make('/v1/webhooks', { url: webhookUrl, events: ['post.published'] })
  const conversationId = await storeConversation(t.db, { profileId: profile.id, accountId, at: t.now() })
  return {
    webhookUrl,
    anotherWebhookUrl: `${t.sandbox.url}/receiver/another`,
    webhookId,
    deliveryId: (await make(`/v1/webhooks/${webhookId}/test`, {})).id,
    owner,
    admin,
    editor,
    viewer,
    contributor,
    approver,
    other,
    stranger,
    profile,
    second,
    alone,
    inviteEmail,
    keyName,
    picture,
    mediaId: media.id,
    mediaPath: media.storagePath,
    hiddenMediaId: (await upload(hiddenMediaName, {})).id,
    hiddenMediaName,
    promisedPath: (await make('/v1/media/presign-upload', announced)).storagePath,
    linkId: (await make('/v1/profiles/links', { parentId: profile.id, childId: second.id })).id,
    hiddenLinkId: (await make('/v1/profiles/links', { parentId: profile.id, childId: alone.id })).id,
    inviteId: (await make(`/v1/profiles/${profile.id}/invites`, { role: 'viewer', email: inviteEmail })).id,
    accountId,
    postId: post.id,
    draftId: untouched.id,
    draftTargetId: untouched.targets[0]!.id,
    templateId: template.id,
    shareLinkId: share.id,
    calendarFeedId: (await make(`/v1/profiles/${profile.id}/calendar-feeds`, {})).id,
    accountSetId: (await make(`/v1/profiles/${profile.id}/account-sets`, { name: 'Everyday', accountIds: [accountId] }))
      .id,
    savedTextId: (
      await make('/v1/texts', { profileId: profile.id, kind: 'snippet', name: 'Hours', content: 'Open from nine.' })
    ).id,
    slotPlanId: (
      await make('/v1/slot-plans', { profileId: profile.id, name: 'Weekly', slots: [{ weekday: 1, time: '08:30' }] })
    ).id,
    ideaId: (await make('/v1/ideas', { profileId: profile.id, title: 'Lamp' })).id,
    stageId: (await make('/v1/idea-stages', { profileId: profile.id, name: 'With the client' })).id,
    guestId: guest.id,
    guestToken: guest.url.split('/').at(-1) ?? '',
    teamCommentId: await talkOn(post.id),
    conversationId,
    inboxItemId: await firstItem(t.db, conversationId),
    inboxReplyId: await storeReply(t.db, conversationId),
    inboxNoteId: (await make(`/v1/inbox/conversations/${conversationId}/notes`, { text: 'Who knows?' })).id,
    inboxRuleId: (
      await make('/v1/inbox/rules', {
        profileId: profile.id,
        name: 'Spam links',
        conditions: { hasLink: true },
        actions: { state: 'done' },
      })
    ).id,
    // Apart from the other conversation, to whose item people reply.
    senderId: await senderIn(t.db, await storeConversation(t.db, { profileId: profile.id, accountId, at: t.now() })),
    draftTeamCommentId: await talkOn(untouched.id),
    noteId: (await make('/v1/calendar-notes', { profileId: profile.id, text: 'Open', fromDate: '2026-12-01' })).id,
    mentionId: (
      await make('/v1/mention-book', { profileId: profile.id, name: 'Harbour Museum', handles: { x: 'harbour' } })
    ).id,
    calendarSourceId: (
      await make('/v1/calendar-sources', { profileId: profile.id, url: 'https://calendars.example.com/a.ics' })
    ).id,
    viewId: (
      await make('/v1/views', { profileId: profile.id, page: 'posts', name: 'Everything', filters: {}, shared: true })
    ).id,
    labelId: (await make('/v1/labels', { profileId: profile.id, name: 'Sale' })).id,
    otherLabelId: (await make('/v1/labels', { profileId: profile.id, name: 'Offer' })).id,
    commentId: toWire('cmt', commentId),
    targetId: post.targets[0]!.id,
    ruleId: rule.id,
    nextRunAt: rule.nextRunAt,
    hiddenPostId: (await draft(alone)).id,
    hiddenAccountId: await connect(alone, hiddenHandle),
    hiddenHandle,
    sessionId: await signInAgain(t, owner),
    keyId: (await make('/v1/api-keys', { name: keyName, scopes: ['profiles:read'] })).id,
    letAppIn() {
      app ??= letAppIn(t, owner)
      return app
    },
    addPasskey() {
      passkey ??= addPasskey(t, owner)
      return passkey
    },
  }
}

async function addPasskey(t: TestApp, { token }: Person): Promise<string> {
  const { answer } = await passkeyBrowser(t).add(token)
  return answer.body.id
}

async function letAppIn(t: TestApp, owner: Person): Promise<string> {
  await oauthApp(t).signIn(owner)
  return (await owner.get('/v1/auth/me/apps')).body.apps[0].id
}

async function signInAgain(t: TestApp, { email, password }: Person): Promise<string> {
  const { token } = (await t.anyone.post('/v1/auth/sign-in', { email, password })).body
  const { sessions } = (await t.withToken(token).get('/v1/auth/sessions')).body
  return sessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).id
}

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { caps } from '#kernel/caps.ts'
import { days } from '#kernel/clock.ts'
import { limitNames } from '#modules/plans/index.ts'
import type { Answer } from '#test/harness/client.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import { connectBoth } from '../world/posts.ts'

/**
 * The limit of the list that each operation lets a user grow: a constant in `kernel/caps.ts`, a limit of the plan, or a
 * reason. Every operation that responds with 201, or is a POST that creates something, has its row.
 */
const bounds: Readonly<Record<string, string>> = {
  signUp: 'one user for each email address; strangers have a limit per minute',
  claimInstallation: 'once per installation',
  sendVerification: 'one email at a time, limited per address',
  changeEmail: 'one change at a time',
  changeEmailUnverified: 'one change at a time',
  createApiKey: 'apiKeysOfUser',
  addPasskey: 'passkeysOfUser',
  createProfile: 'profiles',
  inviteProfileMember: 'peopleOfProfile',
  createProfileInvite: 'peopleOfProfile',
  createProfileLink: 'two profiles have at most one link, and the plan limits profiles',
  uploadMedia: 'storageBytes',
  completeUpload: 'storageBytes',
  importMedia: 'storageBytes',
  takeStockPhoto: 'storageBytes',
  presignUpload: 'open uploads of a user are limited, and expire',
  presignUploads: 'open uploads of a user are limited, and expire',
  connectDirectly: 'accountsPerProfile',
  connectBluesky: 'accountsPerProfile',
  connectMastodon: 'accountsPerProfile',
  connectPage: 'accountsPerProfile',
  connectPageBeside: 'accountsPerProfile',
  switchFacebookPage: 'accountsPerProfile',
  connectLinkedinPage: 'accountsPerProfile',
  createWebhook: 'webhookEndpoints',
  createPost: 'textBytesOfOwner',
  createPosts: 'textBytesOfOwner',
  importPosts: 'textBytesOfOwner',
  duplicatePost: 'textBytesOfOwner',
  fanOutPost: 'textBytesOfOwner',
  createRecurringRule: 'rulesOfProfile',
  createCalendarFeed: 'calendarFeedsOfProfile',
  createAccountSet: 'accountSetsOfProfile',
  createSavedText: 'savedTextsOfProfile',
  createTemplateFromPost: 'savedTextsOfProfile',
  createCalendarSource: 'calendarSourcesOfProfile',
  createPostFromIdea: 'textBytesOfOwner',
  createIdea: 'ideasOfProfile',
  createIdeaStage: 'ideaStagesOfProfile',
  createCalendarNote: 'calendarNotesOfProfile',
  createView: 'viewsOfProfile',
  createMentionEntry: 'mentionsOfProfile',
  createLabel: 'labelsOfProfile',
  createSlotPlan: 'slotPlansOfProfile',
  inviteGuest: 'guestsOfProfile',
  createShareLink: 'shareLinksOfPost',
  commentOnPost: 'commentsOfPost',
  replyToPostComments: 'commentsOfPost',
  createTeamComment: 'teamCommentsOfPost',
  createInboxReply: 'repliesOfConversation',
  createInboxNote: 'notesOfConversation',
  createInboxRule: 'inboxRulesOfProfile',
}

let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
  w = await connectBoth(t)
})
after(() => t[Symbol.asyncDispose]())

test('every operation that creates something has a documented limit', async () => {
  const { paths } = (await t.anyone.get('/openapi.json')).body as {
    paths: Record<string, Record<string, { operationId: string; responses: object }>>
  }
  const creating = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ operationId, responses }) => '201' in responses || /^(?:create|add|import)/.test(operationId))
    .map(({ operationId }) => operationId)
    .filter((id) => !notKept.has(id))
  assert.deepEqual(
    creating.filter((id) => !(id in bounds)),
    [],
    'these need a row',
  )
  const used = new Set(Object.values(bounds))
  for (const cap of Object.keys(caps))
    if (cap !== 'changedOccurrencesOfRule') assert.ok(used.has(cap), `${cap} limits nothing`)
  for (const bound of used)
    assert.ok(bound in caps || bound.includes(' ') || limitNames.includes(bound as never), bound)
})

/** Operations named "create" that store nothing, a single row, or only the operator's data. */
const notKept = new Set([
  'addToSlotPlan',
  'createOauthUrl',
  'createSlackLinkCode',
  'createChatAccessCode',
  'createSecret',
])

const draft = async (): Promise<string> => {
  const content = 'Good morning.'
  const body = { profileId: w.profileId, content, platforms: ['bluesky'], saveAsDraft: true }
  return (await w.ada.post('/v1/posts', body)).body.id
}

interface Growing {
  readonly cap: keyof typeof caps
  readonly code: string
  readonly grow: () => Promise<Answer>
}

const pathOfPost: { path?: string } = {}
const growing: Readonly<Record<string, () => Promise<Growing>>> = {
  'API keys': async () => ({
    cap: 'apiKeysOfUser',
    code: 'api_keys_full',
    grow: () => w.person.post('/v1/api-keys', { name: 'k', scopes: ['posts:read'] }),
  }),
  'share links': async () => {
    pathOfPost.path = `/v1/posts/${await draft()}/share-link`
    return { cap: 'shareLinksOfPost', code: 'share_links_full', grow: () => w.ada.post(pathOfPost.path ?? '', {}) }
  },
  'calendar feeds': async () => ({
    cap: 'calendarFeedsOfProfile',
    code: 'calendar_feeds_full',
    grow: () => w.ada.post(`/v1/profiles/${w.profileId}/calendar-feeds`),
  }),
  'sets of accounts': async () => ({
    cap: 'accountSetsOfProfile',
    code: 'account_sets_full',
    grow: () => w.ada.post(`/v1/profiles/${w.profileId}/account-sets`, { name: 'A', accountIds: [w.bluesky] }),
  }),
  'saved texts': async () => ({
    cap: 'savedTextsOfProfile',
    code: 'saved_texts_full',
    grow: () => w.ada.post('/v1/texts', { profileId: w.profileId, kind: 'snippet', name: 'A', content: 'Words.' }),
  }),
  'rules of the inbox': async () => ({
    cap: 'inboxRulesOfProfile',
    code: 'inbox_rules_full',
    grow: () =>
      w.ada.post('/v1/inbox/rules', {
        profileId: w.profileId,
        name: 'A',
        conditions: {},
        actions: { state: 'done' },
      }),
  }),
  'plans of posting times': async () => ({
    cap: 'slotPlansOfProfile',
    code: 'slot_plans_full',
    grow: () =>
      w.ada.post('/v1/slot-plans', { profileId: w.profileId, name: 'A', slots: [{ weekday: 1, time: '09:00' }] }),
  }),
  'holiday calendars': async () => {
    let nth = 0
    const next = () => ({ profileId: w.profileId, url: `https://calendars.example.com/${nth++}.ics` })
    return {
      cap: 'calendarSourcesOfProfile',
      code: 'calendar_sources_full',
      grow: () => w.ada.post('/v1/calendar-sources', next()),
    }
  },
  ideas: async () => ({
    cap: 'ideasOfProfile',
    code: 'ideas_full',
    grow: () => w.ada.post('/v1/ideas', { profileId: w.profileId, title: 'Lamp' }),
  }),
  'stages of ideas': async () => {
    let nth = 0
    return {
      cap: 'ideaStagesOfProfile',
      code: 'idea_stages_full',
      grow: () => w.ada.post('/v1/idea-stages', { profileId: w.profileId, name: `stage ${nth++}` }),
    }
  },
  'calendar notes': async () => ({
    cap: 'calendarNotesOfProfile',
    code: 'calendar_notes_full',
    grow: () => w.ada.post('/v1/calendar-notes', { profileId: w.profileId, text: 'Open', fromDate: '2026-12-01' }),
  }),
  views: async () => {
    let nth = 0
    const named = () => ({ profileId: w.profileId, page: 'posts', name: `view ${nth++}`, filters: {}, shared: true })
    return { cap: 'viewsOfProfile', code: 'views_full', grow: () => w.ada.post('/v1/views', named()) }
  },
  mentions: async () => {
    let nth = 0
    const named = () => ({ profileId: w.profileId, name: `mention ${nth++}`, handles: { x: 'ada' } })
    return { cap: 'mentionsOfProfile', code: 'mentions_full', grow: () => w.ada.post('/v1/mention-book', named()) }
  },
  labels: async () => {
    let nth = 0
    const named = () => ({ profileId: w.profileId, name: `label ${nth++}` })
    return { cap: 'labelsOfProfile', code: 'labels_full', grow: () => w.ada.post('/v1/labels', named()) }
  },
  invitations: async () => ({
    cap: 'peopleOfProfile',
    code: 'profile_people_limit',
    grow: () => w.person.post(`/v1/profiles/${w.profileId}/invites`, { expiresInHours: 24 }),
  }),
  'recurring rules': async () => {
    const postId = await draft()
    const body = { postId, cron: '0 9 * * *', timezone: 'UTC' }
    return { cap: 'rulesOfProfile', code: 'recurring_rules_full', grow: () => w.ada.post('/v1/recurring-posts', body) }
  },
}

/** The number of parallel requests, while the list grows and at the limit. */
const together = 5
/** Statuses with which a busy machine asks for a retry. They create nothing and are not the limit under test. */
const again = new Set([429, 503])

for (const [name, begin] of Object.entries(growing))
  test(`409: ${name} never exceed their limit, however many are created at once`, async () => {
    const { cap, code, grow } = await begin()
    let made = 0
    let refused = 0
    while (refused === 0) {
      assert.ok(made <= caps[cap], `${made} were made`)
      const answers = await Promise.all(Array.from({ length: together }, grow))
      for (const { status, body, text } of answers.filter((one) => !again.has(one.status))) {
        assert.ok(status === 201 || (status === 409 && body.code === code), text)
        if (status === 201) made += 1
        else refused += 1
      }
    }
    assert.ok(made <= caps[cap] && made > caps[cap] - 5, `${made} were made, ${caps[cap]} may be`)
    assert.equal((await grow()).status, 409)
  })

test('a revoked share link makes room for another, so the list of links does not grow', async () => {
  const path = pathOfPost.path ?? ''
  const [link] = (await w.ada.get(`${path}s`)).body
  assert.equal((await w.ada.delete(`${path}/${link.id}`)).status, 200)
  assert.equal((await w.ada.post(path, {})).status, 201)
  assert.equal((await w.ada.get(`${path}s`)).body.length, caps.shareLinksOfPost)
})

test('409: the number of a rule’s skipped and moved runs is limited, and cancelling a rule makes room', async () => {
  const [rule] = (await w.ada.get(`/v1/recurring-posts?profileId=${w.profileId}`)).body
  const first = Date.parse(rule.nextRunAt)
  const skip = (day: number) =>
    w.ada.patch(`/v1/recurring-posts/${rule.id}/occurrences/${new Date(first + days(day)).toISOString()}`, {
      skipped: true,
    })
  const codes: (string | undefined)[] = []
  let day = 0
  while (day < caps.changedOccurrencesOfRule + together) {
    const answers = await Promise.all(Array.from({ length: together }, () => skip(day++)))
    for (const { status, body, text } of answers) {
      assert.ok(status === 200 || status === 409, text)
      codes.push(body.code)
    }
  }
  assert.equal(codes.filter((code) => code === undefined).length, caps.changedOccurrencesOfRule)
  assert.equal(codes.filter((code) => code === 'occurrences_full').length, together)
  assert.equal((await w.ada.delete(`/v1/recurring-posts/${rule.id}`)).status, 200)
  const body = { postId: rule.postId, cron: '0 9 * * *', timezone: 'UTC' }
  assert.equal((await w.ada.post('/v1/recurring-posts', body)).status, 201)
})

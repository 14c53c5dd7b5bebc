import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '#test/harness/until.ts'
import { connectNetworks } from '../connect-networks.ts'
import { makePeopleTalk } from '../inbox-world.ts'
import { listBarriersInThemes, openApi, openInstallation, password, signUp } from '../visitor.ts'

/** Notes and labels of conversations, written and chosen with keys. */
let installation: Awaited<ReturnType<typeof openInstallation>>
let ada: Awaited<ReturnType<typeof openApi>>
let inbox: string
before(async () => {
  installation = await openInstallation()
  await using visitor = await installation.visit()
  await signUp(visitor.page, installation.url, 'Ada')
  ada = await openApi(installation.url, 'Ada')
  inbox = `/p/${ada.profileId}/inbox`
  const { url, sandboxUrl } = installation
  await connectNetworks(ada, ['bluesky', 'mastodon'], { url, sandboxUrl, person: 'alice' })
  await makePeopleTalk(ada, { sandboxUrl, profileId: ada.profileId, person: 'alice' }, 'The new Huila is on the shelf.')
})
after(() => installation[Symbol.asyncDispose]())

const rows = (page: Page) => page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })

async function open(page: Page): Promise<void> {
  await page.goto(`${installation.url}/auth/sign-in?next=${encodeURIComponent(inbox)}`)
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
  await rows(page).filter({ hasText: 'ship the Huila' }).getByRole('link').click()
  await messages(page).getByText('Do you ship the Huila').waitFor()
}

test('n writes a note that mentions a member, which stands between the messages and can be deleted', async () => {
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await open(page)
  await page.keyboard.press('n')
  const field = page.getByLabel('Note for your team')
  await field.waitFor()
  await field.fill('We do since October. @Ada')
  await page.getByRole('button', { name: 'Add note' }).click()
  const note = messages(page).getByRole('article', { name: 'Note by Ada' })
  await note.getByText('@Ada').waitFor()
  await page.getByRole('textbox', { name: 'Your reply' }).waitFor()
  const { notes } = await ada.get(`/v1/inbox/conversations/${await openId(page)}/notes`)
  assert.deepEqual(
    notes.map(({ mentions }: { mentions: { name: string }[] }) => mentions.map(({ name }) => name)),
    [['Ada']],
  )
  assert.deepEqual(await listBarriersInThemes(page), [])
  await note.getByRole('button', { name: 'Delete the note by Ada' }).click()
  await note.waitFor({ state: 'detached' })
  assert.deepEqual(faults, [])
})

test('l labels a conversation, and the filter lists those with the label', async () => {
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await open(page)
  await page.keyboard.press('l')
  const dialog = page.getByRole('dialog', { name: 'Labels' })
  const field = dialog.getByRole('combobox')
  await field.fill('Shipping')
  await page.getByRole('option', { name: /Create “Shipping”/ }).click()
  await until('the service has the label', async () => {
    const { labelIds } = await ada.get(`/v1/inbox/conversations/${await openId(page)}`)
    return labelIds.length === 1
  })
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await messages(page).getByText('Shipping').waitFor()
  await rows(page).getByRole('img', { name: 'Labels: Shipping' }).waitFor()
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('menuitemradio', { name: 'Shipping' }).click()
  await until('one conversation is left', async () => (await rows(page).count()) === 1)
  assert.match(page.url(), /label=lbl_/)
  assert.deepEqual(await listBarriersInThemes(page), [])
  assert.deepEqual(faults, [])
})

const openId = async (page: Page): Promise<string> => new URL(page.url()).searchParams.get('open') ?? ''

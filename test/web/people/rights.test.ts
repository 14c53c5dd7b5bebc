import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { notePending, openApi, openInstallation, password, settle, signUp } from '../visitor.ts'

const pagesOfBrand = [
  '',
  '/calendar',
  '/calendar?view=week',
  '/calendar?view=list',
  '/queue',
  '/posts',
  '/media',
  '/recurring',
  '/compose',
  '/connections',
  '/analytics',
  '/settings',
  '/settings/members',
] as const

/** Views of a brand without posts, and their empty states. */
const emptyPlaces = [
  ['/posts', 'No posts yet'],
  ['/posts?tab=draft', 'No drafts'],
  ['/posts?tab=scheduled', 'Nothing scheduled'],
  ['/calendar?view=list', 'Nothing scheduled'],
  ['/queue', 'Your queue is empty'],
  ['/rehearsal', 'Nothing scheduled in these days'],
  ['/recurring', 'No recurring posts yet'],
] as const

/** Enough for each kind of button on a page. */
const mostButtons = 14

/** Presses each button of each page in turn, and returns the calls that the service refused. */
async function pressAll(page: Page, home: string, paths: readonly string[]): Promise<readonly string[]> {
  const refused: string[] = []
  let pressed = ''
  page.on('response', (answer) => {
    if (answer.status() === 403) refused.push(`${pressed}: ${answer.request().method()} ${answer.url()}`)
  })
  const pending = notePending(page)
  const buttons = page.locator('main button:visible')
  const items = page.locator('[role=menuitem]:visible')
  const open = async (path: string) => {
    pressed = `${path} on its own`
    await page.goto(home + path)
    await settle(page, pending)
  }
  const press = async (nth: number) => {
    await buttons.nth(nth).click()
    await settle(page, pending)
  }
  for (const path of paths) {
    await open(path)
    for (let nth = 0; nth < Math.min(await buttons.count(), mostButtons); nth++) {
      await open(path)
      // The last press may have added buttons, such as those of a pane.
      if (nth >= (await buttons.count())) break
      const button = buttons.nth(nth)
      if (!(await button.isEnabled())) continue
      pressed = `${path} › ${(await button.getAttribute('aria-label')) ?? (await button.innerText())}`
      await press(nth)
      for (let item = 0; item < (await items.count()); item++) {
        pressed += ` › ${await items.nth(item).innerText()}`
        await items.nth(item).click()
        await settle(page, pending)
        await open(path)
        await press(nth)
      }
    }
  }
  return refused
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/auth/sign-in`)
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** A brand with posts in each state, with its owner or a member of the given role on its pages. */
async function openTeam(role: 'viewer' | 'editor' | 'owner') {
  await using opened = new AsyncDisposableStack()
  const installation = opened.use(await openInstallation())
  const { url } = installation
  await using owner = await installation.visit()
  await signUp(owner.page, url, 'Ada')
  await installation.addDemoData(1)
  const ada = await openApi(url, 'Ada')
  const brands: readonly { readonly id: string; readonly name: string }[] = await ada.get('/v1/profiles')
  const idOf = (isDemo: boolean) => brands.find(({ name }) => (name === 'Lantern Coffee') === isDemo)?.id
  const profileId = idOf(true)
  const emptyId = idOf(false)
  const { page, faults } = await installation.visit()
  if (role === 'owner') await signIn(page, url)
  else {
    await signUp(page, url, 'Vera')
    const vera = await openApi(url, 'Vera')
    for (const id of [profileId, emptyId]) {
      const { inviteToken } = await ada.post(`/v1/profiles/${id}/invites`, { role })
      await vera.post('/v1/profiles/invites/accept', { token: inviteToken })
    }
  }
  const pathOf = async (status: string): Promise<string> => {
    const { posts } = await ada.get(`/v1/posts?profileId=${profileId}&status=${status}&limit=1`)
    return `/posts/${posts[0].id}`
  }
  const posts = [await pathOf('published'), await pathOf('draft'), await pathOf('scheduled')]
  const kept = opened.move()
  const { changeUser } = installation
  return {
    page,
    faults,
    changeUser,
    home: `${url}/p/${profileId}`,
    /** The owner's other brand, which has no posts. */
    emptyHome: `${url}/p/${emptyId}`,
    posts,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

test('a viewer can read everything, and is offered nothing that the service would refuse', async () => {
  await using team = await openTeam('viewer')
  const { page, home, posts } = team
  assert.deepEqual(await pressAll(page, home, [...pagesOfBrand, ...posts]), [])
  for (const path of ['', '/posts', '/calendar', ...posts]) {
    await page.goto(home + path)
    await page.getByText('View only').waitFor()
    assert.equal(await page.getByRole('link', { name: /new post|\bedit\b/i }).count(), 0, path)
    assert.equal(await page.getByRole('checkbox').count(), 0, path)
  }
  for (const [path, empty] of emptyPlaces) {
    await page.goto(team.emptyHome + path)
    await page.getByText(empty).waitFor()
    const invitations = page.getByRole('main').getByText(/(^|[.!?] )(write|start|schedule|pick) |new post/i)
    assert.equal(await invitations.count(), 0, `${path} invites to write`)
  }
  await page.goto(`${home}/compose`)
  await page.getByText('You have view-only access to this brand').waitFor()
  assert.equal(await page.getByRole('textbox').count(), 0)
  assert.deepEqual(team.faults, [])
})

test('an editor can write, and is not offered actions that are reserved for the owner and admins', async () => {
  await using team = await openTeam('editor')
  const { page, home } = team
  await page.goto(`${home}/posts`)
  await page.getByRole('link', { name: 'New post' }).first().waitFor()
  await page.getByRole('checkbox').first().waitFor()
  assert.deepEqual(await pressAll(page, home, ['/connections', '/settings', '/settings/members']), [])
  await page.goto(`${home}/connections`)
  await page.getByText('Only owners and admins can connect accounts').waitFor()
  assert.equal(await page.getByRole('button', { name: /^connect /i }).count(), 0)
  assert.deepEqual(team.faults, [])
})

test('a brand beyond the plan’s limit explains why it is read-only, offers nothing that would be refused, and can be deleted', async () => {
  await using team = await openTeam('owner')
  const { page, home, posts } = team
  await team.changeUser('set-plan', 'ada@example.com', 'free')
  assert.deepEqual(await pressAll(page, home, ['', '/queue', '/recurring', '/connections', '/settings', ...posts]), [])
  for (const path of ['', '/posts', '/calendar', ...posts]) {
    await page.goto(home + path)
    const notice = page.getByRole('complementary', { name: 'This brand is read-only' })
    await notice.getByText('delete another brand').waitFor()
    assert.equal(await notice.getByRole('link', { name: 'View plan' }).count(), 1, path)
    assert.equal(await page.getByRole('link', { name: /new post|\bedit\b/i }).count(), 0, path)
    assert.equal(await page.getByRole('checkbox').count(), 0, path)
  }
  for (const path of ['/settings/account', '/settings/activity', '/settings/api-keys']) {
    await page.goto(home + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByText('Read-only', { exact: false }).first().waitFor()
    assert.equal(await page.getByRole('complementary', { name: 'This brand is read-only' }).count(), 0, path)
  }
  await page.goto(`${home}/compose`)
  await page.getByText('You can’t create posts').waitFor()
  assert.equal(await page.getByRole('textbox').count(), 0)
  await page.goto(home + posts[1])
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem').first().waitFor()
  assert.deepEqual(await page.getByRole('menuitem').allInnerTexts(), ['Move to trash'])
  await page.getByRole('menuitem', { name: 'Move to trash' }).click()
  await page.getByRole('heading', { name: 'Posts', level: 1 }).waitFor()
  await team.changeUser('set-plan', 'ada@example.com', 'max')
  await page.goto(home)
  await page.getByRole('link', { name: 'New post' }).first().waitFor()
  assert.equal(await page.getByRole('complementary', { name: 'This brand is read-only' }).count(), 0)
  assert.deepEqual(team.faults, [])
})

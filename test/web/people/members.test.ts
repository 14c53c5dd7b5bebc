import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#test/harness/until.ts'
import { openApi, openInstallation, signUp } from '../visitor.ts'

test('an owner and an admin change a member’s role, an editor cannot, and a refusal is explained', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using owner = await installation.visit()
  await signUp(owner.page, url, 'Ada')
  const ada = await openApi(url, 'Ada')
  const { profileId } = ada
  const join = async (name: string, role: string) => {
    const { inviteToken } = await ada.post(`/v1/profiles/${profileId}/invites`, { role })
    const person = await openApi(url, name)
    await person.post('/v1/profiles/invites/accept', { token: inviteToken })
  }
  await using other = await installation.visit()
  await signUp(other.page, url, 'Bob')
  await join('Bob', 'editor')
  {
    await using third = await installation.visit()
    await signUp(third.page, url, 'Carla')
  }
  await join('Carla', 'viewer')
  const roleOf = async (name: string): Promise<string> =>
    (await ada.get(`/v1/profiles/${profileId}/members`)).find((one: { name: string }) => one.name === name).role
  const membersPage = `${url}/p/${profileId}/settings/members`

  // An editor sees the roles but cannot change them.
  await other.page.goto(membersPage)
  await other.page.getByText('Can create and publish posts').waitFor()
  assert.equal(await other.page.getByRole('combobox', { name: /’s role$/ }).count(), 0)

  // The owner makes Bob an admin; her own role stays.
  await owner.page.goto(membersPage)
  await owner.page.getByLabel('Bob’s role').selectOption('Admin')
  await until('Bob is an admin', async () => (await roleOf('Bob')) === 'admin')
  await owner.page.getByText('Can do everything except delete the brand').waitFor()
  assert.equal(await owner.page.getByLabel('Ada’s role').count(), 0)

  // The admin changes Carla's role, but not after becoming an editor again: the page says so, and shows her actual
  // role.
  await other.page.reload()
  await other.page.getByLabel('Carla’s role').selectOption('Editor')
  await until('Carla is an editor', async () => (await roleOf('Carla')) === 'editor')
  await owner.page.getByLabel('Bob’s role').selectOption('Viewer')
  await until('Bob is a viewer', async () => (await roleOf('Bob')) === 'viewer')
  await other.page.getByLabel('Carla’s role').selectOption('Admin')
  await other.page.getByRole('alert').waitFor()
  assert.equal(await roleOf('Carla'), 'editor')
  await until('the true role is shown', async () => {
    const list = other.page.getByLabel('Carla’s role')
    return (await list.count()) === 0 || (await list.inputValue()) === 'editor'
  })
  assert.deepEqual(owner.faults, [])
})

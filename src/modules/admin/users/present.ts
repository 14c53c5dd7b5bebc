import { presentUser } from '#modules/identity/index.ts'

type Presentable = Parameters<typeof presentUser>[0]

/** Returns a user with fields that only administrators see. */
export const presentUserForAdmins = (user: Presentable) => ({
  ...presentUser(user),
  disabledAt: user.disabledAt,
  disabledReason: user.disabledReason,
})

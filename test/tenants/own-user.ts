import type { Row } from './row.ts'

const own: Row = { needs: 'nothing' }

const noPasskey = { id: 'AAAA', clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' }

/** The routes for users themselves: their sign-in, credentials, and the apps that act for them. */
export const ownUser: Readonly<Record<string, Row>> = {
  // The caller's own user.
  signUp: { ...own, body: ({ owner }) => ({ email: owner.email, password: 'a guess at random', name: 'Me' }) },
  claimInstallation: { ...own, body: ({ owner }) => ({ email: owner.email, password: 'a guess at random' }) },
  getSignInOptions: own,
  listSessions: own,
  endSession: { needs: 'its person', path: ({ sessionId }) => [sessionId], spends: true },
  signIn: { ...own, body: ({ owner }) => ({ email: owner.email, password: 'a guess at random' }) },
  refreshToken: own,
  signOut: own,
  getJsonWebKeySet: own,
  openBrowserSession: own,
  closeBrowserSession: own,
  refreshBrowserSession: own,
  getMe: own,
  exportMe: own,
  updateMe: { ...own, body: () => ({ timezone: 'Europe/Paris' }) },
  setMyAvatar: { ...own, form: ({ picture }) => ({ file: picture, fileName: 'me.png' }) },
  deleteMe: { ...own, spends: true },
  listMyAuditLog: own,
  getUsage: own,
  listNotices: own,
  readNotices: { ...own, body: () => ({ all: true }) },
  getNoticePreferences: own,
  setNoticePreferences: {
    ...own,
    body: () => ({ preferences: [{ kind: 'post_published', page: true, email: false }] }),
  },
  verifyEmail: { ...own, body: () => ({ token: 'unknown' }) },
  requestPasswordReset: { ...own, body: ({ owner }) => ({ email: owner.email }) },
  resetPassword: { ...own, body: () => ({ token: 'unknown', password: 'a guess at random' }) },
  sendVerification: own,
  changeEmail: { ...own, body: () => ({ newEmail: 'elsewhere@example.org' }) },
  changeEmailUnverified: { ...own, body: () => ({ newEmail: 'elsewhere@example.org' }), spends: true },
  startCompanySignIn: { ...own, also: ['company_sign_in_not_configured'] },
  finishCompanySignIn: {
    ...own,
    body: () => ({ state: 'unknown', code: 'unknown' }),
    also: ['company_sign_in_not_configured'],
  },
  getCompanyConnection: own,
  startCompanyConnection: { ...own, also: ['company_sign_in_not_configured'] },
  finishCompanyConnection: {
    ...own,
    body: () => ({ state: 'unknown', code: 'unknown' }),
    also: ['company_sign_in_not_configured'],
  },
  endCompanyConnection: { ...own, also: ['company_sign_in_not_configured'] },
  startPasskeySignIn: own,
  finishPasskeySignIn: { ...own, body: () => ({ passkey: noPasskey }), also: ['passkey_invalid'] },
  listPasskeys: own,
  startPasskeyRegistration: own,
  addPasskey: {
    ...own,
    body: () => ({ id: 'AAAA', clientDataJSON: 'AAAA', attestationObject: 'AAAA' }),
    also: ['passkey_invalid'],
  },
  renamePasskey: {
    needs: 'its person',
    path: async (world) => [await world.addPasskey()],
    body: () => ({ name: 'Laptop' }),
  },
  removePasskey: { needs: 'its person', path: async (world) => [await world.addPasskey()], spends: true },
  startMfaEnrolment: own,
  verifyMfaEnrolment: own,
  generateRecoveryCodes: { ...own, also: ['role_required'] },
  disableMfa: { ...own, also: ['mfa_enrolment_required'] },

  // API keys.
  createApiKey: { ...own, body: () => ({ name: 'one more', scopes: ['profiles:read'] }) },
  listApiKeys: own,
  listRequests: { needs: 'its person', query: (world) => ({ keyId: world.keyId }) },
  revokeApiKey: { needs: 'its person', path: (world) => [world.keyId], spends: true },

  // Apps that act for a user.
  listApps: own,
  endApp: { needs: 'its person', path: async (world) => [await world.letAppIn()], spends: true },
  // Neither the request nor the code exists.
  checkAuthorization: { ...own, body: () => ({ request: 'eA' }), also: ['authorization_request_invalid'] },
  answerAuthorization: {
    ...own,
    body: () => ({ request: 'eA', decision: 'allow' }),
    also: ['authorization_request_invalid'],
  },
  checkDeviceCode: { ...own, body: () => ({ userCode: 'BBBB-BBBB' }), also: ['device_code_not_found'] },
  answerDeviceCode: {
    ...own,
    body: () => ({ userCode: 'BBBB-BBBB', decision: 'allow' }),
    also: ['device_code_not_found'],
  },
}

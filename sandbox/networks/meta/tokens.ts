import { sandboxApp } from '../../core/oauth/client.ts'
import type { Wrong } from './refusals.ts'

/** The reasons why a token of Facebook's Graph API or of Instagram is dead, by the subcode of the error. */
const tokenWords: Readonly<Record<number, string>> = {
  458: `The user has not authorized application ${sandboxApp.id}.`,
  459: 'You cannot access the app till you log in to www.facebook.com and follow the instructions given.',
  460: 'The session has been invalidated because the user changed their password or Facebook has changed the session for security reasons.',
  463: 'Session has expired.',
  467: 'The session is invalid because the user logged out.',
  492: 'The user must be an administrator, editor, or moderator of the page in order to impersonate it. If the page business requires Two Factor Authentication, the user also needs to enable Two Factor Authentication.',
}

export const deadToken = (subcode: number): Wrong => ({
  message: `Error validating access token: ${tokenWords[subcode]}`,
  code: 190,
  subcode,
})

export const unknownToken: Wrong = { message: 'Invalid OAuth access token - Cannot parse access token', code: 190 }

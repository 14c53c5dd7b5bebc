import { plural } from '../plural.ts'

/** The words for each kind of failure that a reader can tell apart. */
export const problem = {
  titles: {
    noAnswer: 'Can’t reach Posthorn',
    busy: 'Posthorn is busy',
    tooOften: 'Too many attempts',
    ours: 'Something went wrong on our side',
    plan: 'Upgrade needed',
    role: 'You don’t have permission',
    operatorRole: 'Only server administrators can do this',
    factor: 'Two-step verification required',
    code: 'Enter your verification code',
    wrongCode: 'Incorrect code',
    signInAgain: 'Sign in again',
    disabled: 'Your account has been disabled',
    notYours: 'You don’t have access to this',
    key: 'API keys can’t do this',
    switchedOff: 'This feature is turned off',
    gone: 'Not found',
    refused: 'That didn’t work',
    unknown: 'Something went wrong on this page',
  },
  texts: {
    gone: 'It may have been deleted, or you no longer have access.',
    noAnswer: 'You may be offline, or Posthorn is restarting. Your work is safe.',
    ours: 'Your work is safe. Try again. If it keeps happening, send the request ID to your server administrator.',
    factor: 'Use an authenticator app on your phone. Setup takes two minutes.',
    code: 'Enter the code from your authenticator app, or a recovery code.',
    wrongCode: 'Check for typos, or wait for the next code. Each code works once.',
    signInAgain: 'For your security, sign in again to continue.',
    disabled:
      'A server administrator disabled your account. Ask them to enable it. Your unsaved work stays in this browser.',
  },
  ways: {
    plan: 'View plan and limits',
    role: 'See members',
    factor: 'Set up two-step verification',
    key: 'View API keys',
    start: 'Go to Home',
    signInAgain: 'Sign in again',
  },
  signInLead: 'Then try again. Nothing on this page is lost.',
  retryIn: (seconds: number) => `Try again in ${plural('en', seconds, { one: 'second', other: 'seconds' })}`,
  retryNow: 'You can try again now.',
  request: 'Request ID',
  copyRequest: 'Copy request ID',
}

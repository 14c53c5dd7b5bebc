import { composeParts } from '../compose.ts'

/** Returns the parts of a template in French, which has a space before a colon. */
export const composeFrench = (mail: Parameters<typeof composeParts>[0]) => composeParts(mail, ' :')

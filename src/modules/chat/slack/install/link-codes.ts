import { createLinkCodes } from '../../link-codes/link-codes.ts'

export const slackCodes = createLinkCodes('slackCode', 10)

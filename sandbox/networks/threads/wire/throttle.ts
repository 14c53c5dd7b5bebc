import { throttledDaily } from '../../meta/throttle.ts'
import { findCallerName } from '../auth/callers.ts'
import type { Platform } from '../state/platform.ts'
import { tooManyCalls } from './failures.ts'

export const throttled = (platform: Platform) =>
  throttledDaily(platform, { callerOf: (incoming) => findCallerName(platform, incoming), tooMany: tooManyCalls })

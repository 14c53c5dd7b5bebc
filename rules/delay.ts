/** The longest time that an account can follow a post, in seconds. */
export const delayMaxSeconds = 7 * 86_400

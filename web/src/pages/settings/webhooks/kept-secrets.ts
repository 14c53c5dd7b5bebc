const secrets = new Map<string, string>()

/** Keeps the secret of a new webhook until the page is closed, so that its first deliveries can be verified. */
export function keepSecret(webhookId: string, secret: string): void {
  secrets.set(webhookId, secret)
}

export function findSecret(webhookId: string): string | undefined {
  return secrets.get(webhookId)
}

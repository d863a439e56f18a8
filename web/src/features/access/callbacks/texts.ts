/** The specification fixes some of these texts word for word. */
export const texts = {
  signingIn: 'Signing in...',
  providerErrorTitle: 'An error has occured',
  providerError: 'Something went wrong when trying to authorize your application.',
  connecting: 'Connecting to Rocket Pro...',
  lenderTitle: 'Lender integration',
  authorized: 'Rocket Pro has been successfully authorized into your account.',
  authenticationFailed: 'Authentication failed',
  signedTitle: 'Documents signed',
  signed: 'Thank you. Your documents have been processed.',
  closeWindow: 'You can close this window.',
  downloadTitle: 'Download',
  downloading: 'Your download is being prepared...',
  downloaded: 'Your download has started.',
  downloadInvalid: 'This download link is invalid or has expired.',
  downloadAgain: 'Download again',
  redirecting: 'Redirecting to your identity provider...',
} as const;

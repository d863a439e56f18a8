/** Words of the sign-in screens, in one place so that they can be translated. */
export const texts = {
  expired: 'Your session has expired. Redirecting to login...',
  signIn: 'Sign in',
  email: 'Email',
  password: 'Password',
  emailRequired: 'Email is required',
  passwordRequired: 'Password is required',
  signInFailed: 'Something went wrong.',
  demoTitle: 'Demo sign-ins',
  sessionEndedTitle: 'Session Ended',
  sessionEndedMessage: 'Your session has ended. Please log in again to continue.',
  reLogin: 'Re-Login',
  authErrorTitle: 'Authentication error',
  authErrorMessage: 'Signing in did not work.',
  goBackToLogin: 'Go back to login',
  signingIn: 'Signing in...',
} as const;

export const texts = {
  serverErrorTitle: 'Server error',
  serverError: 'Something went wrong on our side. Please try again later.',
  requestErrorTitle: 'Request error',
  requestError: 'We could not process this request.',
  noAccessTitle: 'No access',
  noAccess: 'Your account has no role here. Ask your administrator for one, then sign in again.',
  logout: 'Logout',
  notFoundTitle: 'Not Found',
  notFound: 'This page doesn’t exist. The link may be outdated or incomplete.',
  tryAgain: 'Try again',
  goHome: 'Go to home',
  readOnly: 'This Loan is currently Read-Only.',
} as const;

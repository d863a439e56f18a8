/** The specification fixes some of these texts word for word. */
export const texts = {
  resetTitle: 'Reset MFA',
  resetText: 'Enter your registered email address and we will send you a link to reset your second factor.',
  resetSent:
    'MFA reset email sent successfully. Do check your SPAM folder once if not received within 15 minutes then retry.',
  email: 'Email',
  emailRequired: 'Email is required',
  emailInvalid: 'Please enter valid email',
  send: 'SEND RESET MFA LINK',
  sending: 'SENDING RESET MFA LINK',
  resend: 'RESEND RESET MFA LINK',
  resendIn: (seconds: number) => `RESEND RESET MFA LINK(${seconds} Sec)`,
  goBackToLogin: 'Go back to login',

  confirming: 'Confirming...',
  completedTitle: 'MFA Reset Completed',
  completedText: 'The next time you sign in you will set up an authenticator again.',
  failedTitle: 'MFA Reset Failed',
  invalidTitle: 'Invalid URL',
  invalidText:
    'Link used is invalid or has expired. Please request a new link or contact support if the issue persists.',
  confirmationBack: 'Go back to Login',
  failures: {
    TOKEN_NOT_FOUND: 'Error occurred while resetting MFA. Token Not Found.',
    TOKEN_EXPIRED: 'Error occurred while resetting MFA. Token Expired.',
    INVALID_TOKEN: 'Error occurred while resetting MFA. Invalid Token.',
    USER_NOT_FOUND: 'Error occurred while resetting MFA. User not found.',
    MFA_ALREADY_RESET: 'Multi-factor Auth has already been reset',
  },
  failed: 'An error occurred while resetting MFA',

  codeTitle: 'Two-step verification',
  codeText: 'Enter the 6-digit code from your authenticator app.',
  code: 'Code',
  codeRequired: 'Code is required',
  useRecoveryCode: 'Use a recovery code',
  recoveryTitle: 'Use a recovery code',
  recoveryText: 'Enter one of the recovery codes you kept when you set up your authenticator. Each works once.',
  recoveryCode: 'Recovery code',
  useAuthenticator: 'Use your authenticator app',
  continue: 'Continue',

  enrollTitle: 'Set up two-step verification',
  enrollScan: 'Scan this code with an authenticator app, such as the one on your phone.',
  qrCode: 'QR code for your authenticator app',
  enrollSecret: 'Or type this key into the app:',
  key: 'Key',
  enrollCode: 'Then enter the 6 digits it shows.',

  recoveryCodesTitle: 'Keep your recovery codes',
  recoveryCodesText:
    'If you ever lose your authenticator, each of these codes signs you in once. They are shown only now.',
  recoveryCodes: 'Recovery codes',
  download: 'Download',
  fileName: 'keyturn-recovery-codes.txt',
  copy: 'Copy',
  copied: 'Copied',
} as const;

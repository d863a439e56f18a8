import { Button } from '@mantine/core';
import { PublicFrame } from './public-frame';
import { beginSignIn } from './session';
import { texts } from './texts';

/** Names what went wrong while signing in. It never redirects by itself: that could go round in circles. */
export function AuthErrorPage({ description }: { description: string | undefined }) {
  return (
    <PublicFrame>
      <h1>{texts.authErrorTitle}</h1>
      <p>{description || texts.authErrorMessage}</p>
      <Button onClick={() => void beginSignIn(null)}>{texts.goBackToLogin}</Button>
    </PublicFrame>
  );
}

import { Button } from '@mantine/core';
import { PublicFrame } from './public-frame';
import { beginSignIn } from './session';
import { texts } from './texts';

/** Shows why sign-in failed. It never redirects automatically, because that could loop. */
export function AuthErrorPage({ description }: { description: string | undefined }) {
  return (
    <PublicFrame>
      <h1>{texts.authErrorTitle}</h1>
      <p>{description || texts.authErrorMessage}</p>
      <Button onClick={() => void beginSignIn(null)}>{texts.goBackToLogin}</Button>
    </PublicFrame>
  );
}

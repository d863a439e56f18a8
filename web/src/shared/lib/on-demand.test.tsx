// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { onDemand } from './on-demand';

const Hello = ({ name }: { name: string }) => <p>Hello {name}</p>;

it('what was preloaded is there with the first drawing', async () => {
  const Late = onDemand(async () => ({ default: Hello }));
  await Late.preload();
  render(<Late name="Maya" />);
  expect(screen.getByText('Hello Maya')).toBeTruthy();
});

it('what was not is there as soon as it is loaded', async () => {
  let arrive: (module: { default: typeof Hello }) => void = () => {};
  const Late = onDemand<{ name: string }>(
    () =>
      new Promise((resolve) => {
        arrive = resolve;
      }),
  );
  render(<Late name="Avery" />);
  expect(screen.queryByText('Hello Avery')).toBeNull();
  await act(async () => arrive({ default: Hello }));
  expect(screen.getByText('Hello Avery')).toBeTruthy();
});

class Boundary extends Component<{ children: ReactNode }> {
  override state = { told: '' };
  static getDerivedStateFromError = (error: Error) => ({ told: error.message });
  override render = () => this.state.told || this.props.children;
}

it('what could not be loaded is told to who catches it', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const Late = onDemand<{ name: string }>(() => Promise.reject(new Error('gone')));
  await act(async () => {
    render(
      <Boundary>
        <Late name="Paul" />
      </Boundary>,
    );
  });
  expect(screen.getByText('gone')).toBeTruthy();
  logged.mockRestore();
});

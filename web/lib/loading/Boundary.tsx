import { Component, type ReactNode } from 'react';
import { LoadError } from './lazy-part.tsx';

interface Props {
  children: ReactNode;
  /** Drawn in place of the children after an error, which may throw it again */
  render(error: unknown, retry: () => void): ReactNode;
  onError?: ((error: unknown) => void) | undefined;
}

/** Keeps an error from what is around it. Code that could not be loaded is tried again when the network is back. */
export class Boundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override componentDidMount(): void {
    window.addEventListener('online', this.handleOnline);
  }

  override componentWillUnmount(): void {
    window.removeEventListener('online', this.handleOnline);
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof LoadError) error.forget();
    this.props.onError?.(error);
  }

  private handleOnline = (): void => {
    if (this.state.error instanceof LoadError) this.retry();
  };

  private retry = (): void => this.setState({ error: undefined });

  override render(): ReactNode {
    const { error } = this.state;
    return error === undefined ? this.props.children : this.props.render(error, this.retry);
  }
}

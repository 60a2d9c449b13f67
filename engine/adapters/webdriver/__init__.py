"""Chrome driven through Selenium. The only package that imports selenium; `WebDriver` implements the Browser port."""

from engine.adapters.webdriver.driver import WebDriver

__all__ = ["WebDriver"]
